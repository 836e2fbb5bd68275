import type { AclFileFault } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import { aclFile as m } from '#features/access/messages/authorization.ts'
import { visibleText } from '#lib/visible-text.ts'
import { readAcl } from './read-acl.ts'

/** The broker's reasons for refusing a rule, as sentences. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['invalid_authorization_rule', m.noRule],
  ['invalid_authorization_permission', m.noPermission],
  ['invalid_client_match_condition', m.noWho],
  ['invalid_authorization_action', m.noAction],
  ['invalid_authorization_qos', m.noQos],
  ['invalid_authorization_retain', m.noRetain],
  ['invalid_re_pattern', m.noPattern],
])

/** Returns the first error of an ACL file with its line; the broker would refuse the file because of it. */
export function aclFault(text: string): { readonly line: number; readonly message: string } | undefined {
  const parsed = readAcl(text)
  if (!('fault' in parsed)) return undefined
  const { line } = parsed.fault
  return { line, message: m.atLine(line, describeFault(parsed.fault)) }
}

function describeFault(fault: AclFileFault): string {
  switch (fault.kind) {
    case 'syntax':
      return fault.before === undefined ? m.unfinished : m.unexpected(visibleText(fault.before, 60))
    case 'unterminated':
      return m.unterminated
    case 'illegal':
      return m.illegal(fault.column)
    case 'bad-term':
      return m.variable
    case 'rule':
      return reasons.get(fault.reason) ?? m.noRule
  }
}
