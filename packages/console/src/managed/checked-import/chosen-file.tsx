import { useEffect } from 'react'
import { useFieldState } from '#kit/form/use-field-state.ts'
import { FileVerdict } from './file-verdict.tsx'
import { type FileCheck, type ReadRows, useFileCheck } from './use-file-check.ts'

interface ChosenFileProps<Row> {
  readonly read: ReadRows<Row>
  readonly leftOutName: string
  readonly onCheck: (check: FileCheck<Row> | undefined) => void
}

/** Within the form: what the file that is chosen there holds. */
export function ChosenFile<Row>({ read, leftOutName, onCheck }: ChosenFileProps<Row>) {
  const { value: file } = useFieldState('file')
  const isKnown = file instanceof File && /\.(?:csv|json)$/i.test(file.name)
  const check = useFileCheck(isKnown ? file : undefined, read)
  useEffect(() => onCheck(check), [check, onCheck])
  return check !== undefined && <FileVerdict check={check} leftOutName={leftOutName} />
}
