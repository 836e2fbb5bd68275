import type { Endpoint, RequestOf } from '@brokerdeck/contract/endpoint.ts'
import { useEffect, useRef, useState } from 'react'
import { getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { uploading } from '#api/upload.ts'

interface Upload {
  /** The progress from 0 to 1 while an upload is running. */
  readonly share: number | undefined
  /** The error of the last upload, unless it was aborted here. */
  readonly error: unknown
  /** Resolves to true if the broker has accepted the file. */
  readonly start: (file: File) => Promise<boolean>
  /** Aborts this request and no other. */
  readonly abort: () => void
  /** Clears the error when another file is chosen. */
  readonly reset: () => void
}

/** Uploads a file and returns its progress. */
export function useUpload<E extends Endpoint>(
  endpoint: E,
  given: (file: File) => RequestOf<E>,
  timeoutMs: number,
): Upload {
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<unknown>()
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  return {
    share,
    error,
    abort: () => controller.current?.abort(),
    reset: () => setError(undefined),
    async start(file) {
      const current = new AbortController()
      controller.current = current
      setError(undefined)
      setShare(0)
      try {
        await request(endpoint, given(file), {
          signal: current.signal,
          timeoutMs,
          isSilent: true,
          transport: uploading(setShare),
        })
        return true
      } catch (failure) {
        if (getProblem(failure)?.kind !== 'aborted') setError(failure)
        return false
      } finally {
        setShare(undefined)
      }
    },
  }
}
