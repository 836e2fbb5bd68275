import { isAddress } from '@brokerdeck/languages/access-rules/ip-net.ts'
import * as v from 'valibot'
import { scalar } from './scalars.ts'
import type { Reading } from './schema.ts'

const parseAddress = (host: string): string | undefined => {
  const inner = /^\[(.*)\]$/.exec(host)?.[1]
  if (inner !== undefined) return inner.includes(':') && isAddress(inner) ? inner : undefined
  return isAddress(host) ? host : undefined
}

function portReading(port: number, value: unknown): Reading {
  return port > 65_535 ? { reason: 'port_number_too_large' } : { value }
}

/** A port, `:1883`, `127.0.0.1:1883` or `[::1]:1883`. Host names are rejected. */
export const ipPort = scalar(
  'emqx_schema:ip_port()',
  (value) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
      return portReading(value, value)
    if (typeof value !== 'string') return { reason: 'bad_ip_port' }
    const colon = value.lastIndexOf(':')
    const port = value.slice(colon + 1)
    if (!/^\d{1,9}$/.test(port)) return { reason: 'bad_port_number' }
    if (colon > 0 && parseAddress(value.slice(0, colon)) === undefined) return { reason: 'bad_ip_port' }
    return portReading(Number(port), value)
  },
  {
    tolerant: v.union([v.string(), v.number()]),
    control: { kind: 'host-port', isBind: true },
    described: { type: 'ip_port' },
  },
)
