import { checkCompatibility } from '@brokerdeck/contract/system/backup-archive.ts'
import { type TableSet, tableSets } from '@brokerdeck/contract/system/backups.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import type { ArchiveReading } from '#compare/read-archive.ts'
import { backup as m } from '#features/system/messages/cluster.ts'
import { visibleText } from '#lib/visible-text.ts'

interface ArchiveVerdict {
  /** `blocked` means that the broker certainly refuses the archive. */
  readonly kind: 'fine' | 'doubtful' | 'blocked'
  readonly reason?: string
}

/** Tells whether the connected broker accepts the archive, as far as the console can tell. */
export function archiveVerdict(reading: ArchiveReading): ArchiveVerdict {
  if (reading.kind === 'too-large') return { kind: 'doubtful', reason: m.tooLarge }
  if (reading.kind === 'no-archive') return { kind: 'blocked', reason: m.noArchive }
  const { edition = '', version = '' } = currentSession() ?? {}
  const { contents } = reading
  switch (checkCompatibility(contents, { isEnterprise: editionNumber(edition) === 1, version })) {
    case 'fits':
      return { kind: 'fine' }
    case 'unknown':
      return { kind: 'doubtful', reason: m.isUnknown }
    case 'enterprise':
      return { kind: 'blocked', reason: m.isEnterprise }
    case 'newer':
      return { kind: 'blocked', reason: m.isNewer(visibleText(contents.version ?? '', 40), version) }
  }
}

const labels: Record<TableSet, string> = {
  api_keys: m['table.api_keys'],
  banned: m['table.banned'],
  builtin_authn: m['table.builtin_authn'],
  builtin_authz: m['table.builtin_authz'],
  builtin_retainer: m['table.builtin_retainer'],
  dashboard_users: m['table.dashboard_users'],
  psk: m['table.psk'],
}

/** Returns the label of a table set, or its name if it is unknown; an archive may hold tables of another version. */
export function tableSetLabel(set: string): string {
  const known = tableSets.find((one) => one === set)
  return known === undefined ? visibleText(set, 60) : labels[known]
}
