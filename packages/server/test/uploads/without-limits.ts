/** Settings of an uploads feature that a test makes by itself, with quotas and a disk that allow everything. */
export const withoutLimits = {
  config: {
    audioRedirect: false,
    hubCommand: 'npm run hub --',
    directTransfer: false,
    maxUploadBytes: 1000,
    minUploadBytesPerSecond: 0,
    scrubDays: undefined,
  },
  quotas: { requireQuota: async () => {}, requireQuotaRoughly: async () => {} },
  diskReserve: { hasRoom: async () => true, requireRoom: async () => {} },
} as const
