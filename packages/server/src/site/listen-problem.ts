import { StartError } from '#lib/start-error.ts'
import type { ServeOptions } from '#options/options.ts'

function isSystemError(
  error: unknown,
): error is Error & { readonly code: string; readonly syscall: string; readonly port?: number } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    'syscall' in error &&
    typeof error.syscall === 'string'
  )
}

function findOption(port: number, options: ServeOptions): string {
  const { source, metrics } = options
  if (port === metrics?.port) return '--metrics-port'
  if (port === options.port || source.kind !== 'embedded') return '--port'
  return port >= source.wsPort && port < source.wsPort + source.nodes ? '--ws-port' : '--mqtt-port'
}

/** Converts an error of listening to an error that names the option to change; returns any other error as it is. */
export function readListenProblem(error: unknown, options: ServeOptions): unknown {
  if (!isSystemError(error)) return error
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return error
  const port = error.port ?? options.port
  const where = `port ${port} on ${options.host}`
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError('PORT_TAKEN', `${where} is taken; give another with ${findOption(port, options)}`)
    case 'EACCES':
      return new StartError(
        'CANNOT_LISTEN',
        `${where} is not allowed to this user; give another with ${findOption(port, options)}`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartError('CANNOT_LISTEN', `--host ${options.host} is not an address of this machine`)
    default:
      return error
  }
}
