import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'
import { ChosenFile } from '#features/access/checked-import/chosen-file.tsx'
import type { FileCheck } from '#features/access/checked-import/use-file-check.ts'
import { useFieldState } from '#kit/form/use-field-state.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { hashShapeOf } from './hash-shape.ts'
import { type ImportKind, importKindOf } from './import-kind.ts'
import { m } from './messages.ts'
import { readUsers } from './read-users.ts'
import type { UserRow } from './user-row.ts'
import { templateOf } from './users-file.ts'

interface ChosenUsersProps {
  /** Of the authenticator. */
  readonly id: string
  readonly onCheck: (check: FileCheck<UserRow> | undefined) => void
}

const help: Readonly<Record<ImportKind, string>> = { plain: m.plainHelp, hash: m.hashedHelp }

/** Within the form: what the file that is chosen there holds, and a template of what it could. */
export function ChosenUsers({ id, onCheck }: ChosenUsersProps) {
  const kind = importKindOf(useFieldState('kind').value)
  const { data } = useQuery(read(authentication.get, { params: { id } }))
  const readRows = useMemo(() => readUsers(kind, hashShapeOf(data)), [kind, data])
  return (
    <>
      <p>
        {help[kind]}{' '}
        <Button
          size="small"
          variant="quiet"
          onClick={() => saveFile(`users-${kind}.csv`, templateOf(kind), 'text/csv;charset=utf-8')}
        >
          {m.template}
        </Button>
      </p>
      <ChosenFile read={readRows} leftOutName="users-left-out" onCheck={onCheck} />
    </>
  )
}
