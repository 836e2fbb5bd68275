import { useEffect, useState } from 'react'
import type { FileReading } from './file-reading.ts'
import type { ReadOptions } from './read-checked-file.ts'

/** Reads a file. The function must be identical between renders while files are to be read in the same way. */
export type ReadRows<Row> = (file: File, options: ReadOptions) => Promise<FileReading<Row>>

export interface FileCheck<Row> {
  readonly file: File
  /** The progress, from 0 to 1. */
  readonly share: number
  readonly reading: FileReading<Row> | undefined
}

interface Check<Row> extends FileCheck<Row> {
  readonly read: ReadRows<Row>
}

/** Reads a file once it is chosen; another file or another read function aborts this and starts again. */
export function useFileCheck<Row>(file: File | undefined, read: ReadRows<Row>): FileCheck<Row> | undefined {
  const [check, setCheck] = useState<Check<Row>>()
  useEffect(() => {
    if (file === undefined) return setCheck(undefined)
    const controller = new AbortController()
    const { signal } = controller
    const begun = { file, read, share: 0, reading: undefined }
    setCheck(begun)
    const onProgress = (share: number) =>
      setCheck((before) => (signal.aborted ? before : { ...begun, share }))
    read(file, { signal, onProgress }).then(
      (reading) => !signal.aborted && setCheck({ ...begun, share: 1, reading }),
      // The promise rejects only after an abort, when the result is no longer needed.
      () => undefined,
    )
    return () => controller.abort()
  }, [file, read])
  return check?.file === file && check?.read === read ? check : undefined
}
