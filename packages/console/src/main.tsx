import './style/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { makeQueryClient } from './data/queries/queries.ts'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App client={makeQueryClient()} />
    </StrictMode>,
  )
