import { backups, backupTimeoutMs } from '@brokerdeck/contract/system/backups.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { uploading } from '#api/upload.ts'
import type { ProblemView } from '#ui/error-state.tsx'

export interface Upload {
  /** From 0 to 1 while it runs. */
  readonly share: number | undefined
  readonly problem: ProblemView | undefined
  /** Resolves to whether the broker has taken it. */
  readonly start: (file: File) => Promise<boolean>
  /** Ends this request and no other. */
  readonly abort: () => void
}

export function useUpload(): Upload {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<ProblemView>()
  const controller = useRef<AbortController>(null)
  const client = useQueryClient()
  const abort = () => controller.current?.abort()
  useEffect(() => () => controller.current?.abort(), [])
  return {
    share,
    problem,
    abort,
    async start(file) {
      const current = new AbortController()
      controller.current = current
      setProblem(undefined)
      setShare(0)
      try {
        await request(
          backups.upload,
          { body: { filename: file } },
          {
            signal: current.signal,
            timeoutMs: backupTimeoutMs,
            isSilent: true,
            transport: uploading(setShare),
          },
        )
        return true
      } catch (error) {
        if (problemOf(error)?.kind !== 'aborted') setProblem(describeError(error))
        return false
      } finally {
        setShare(undefined)
        void client.invalidateQueries({ queryKey: [backups.list.path] })
      }
    },
  }
}
