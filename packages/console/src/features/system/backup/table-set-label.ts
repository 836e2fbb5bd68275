import { type TableSet, tableSets } from '@brokerdeck/contract/system/backups.ts'
import { visibleText } from '#lib/visible-text.ts'
import { backup as m } from '../messages/cluster.ts'

const labels: Record<TableSet, string> = {
  api_keys: m['table.api_keys'],
  banned: m['table.banned'],
  builtin_authn: m['table.builtin_authn'],
  builtin_authz: m['table.builtin_authz'],
  builtin_retainer: m['table.builtin_retainer'],
  dashboard_users: m['table.dashboard_users'],
  psk: m['table.psk'],
}

/** In words where it is known; an archive may hold tables of another version. */
export function tableSetLabel(set: string): string {
  const known = tableSets.find((one) => one === set)
  return known === undefined ? visibleText(set, 60) : labels[known]
}
