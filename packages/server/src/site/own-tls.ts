import { readFile } from 'node:fs/promises'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import { StartError } from '#lib/start-error.ts'

export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

export interface TlsPair {
  readonly cert: Buffer
  readonly key: Buffer
}

/** The interval between two checks of the files, in milliseconds: certificates are renewed days before they expire. */
const everySoOften = 10_000

/** Reads the pair of files; throws an error that describes in one line what is wrong with them. */
async function readPair(files: TlsFiles): Promise<TlsPair> {
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)])
  createSecureContext({ cert, key })
  return { cert, key }
}

export async function readTlsPair(files: TlsFiles): Promise<TlsPair> {
  try {
    return await readPair(files)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError('BAD_TLS', `--tls-cert ${files.cert} with --tls-key ${files.key}: ${reason}`)
  }
}

export interface TlsWatch {
  /** Checks the files now; resolves once the pair that was found is in use. */
  look(): Promise<void>
  close(): void
}

/**
 * Makes new connections use the current content of the files. A pair that cannot be used is reported once and changes
 * nothing: one of the two files may have been written while the other is about to be.
 */
export function watchTls(
  server: Server,
  files: TlsFiles,
  first: TlsPair,
  report: (line: string) => void,
): TlsWatch {
  let current = first
  let said = ''
  const look = async () => {
    try {
      const pair = await readPair(files)
      said = ''
      if (pair.cert.equals(current.cert) && pair.key.equals(current.key)) return
      server.setSecureContext({ cert: pair.cert, key: pair.key })
      current = pair
      report(`the certificate in ${files.cert} is in use now`)
    } catch (error) {
      const line = `${files.cert} is not in use: ${error instanceof Error ? error.message : String(error)}`
      if (line !== said) report(line)
      said = line
    }
  }
  const timer = setInterval(look, everySoOften)
  timer.unref()
  process.on('SIGHUP', look)
  return {
    look,
    close: () => {
      clearInterval(timer)
      process.off('SIGHUP', look)
    },
  }
}
