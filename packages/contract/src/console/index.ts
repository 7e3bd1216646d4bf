export * from './console-operations.ts'
export * from './people-model.ts'
export * from './session-operations.ts'
export * from './sign-in-operations.ts'
