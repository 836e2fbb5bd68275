import type { ReactNode } from 'react'
import './word.module.css'

// The broker is Brokerdeck here, whatever const it says.
export function Word({ children }: { children: ReactNode }) {
  return <b title="QoS">{children}</b>
}
