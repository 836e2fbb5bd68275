import type { AccessSource } from '@brokerdeck/contract/access/authorization.ts'
import type { AccessRuleSubject } from '@brokerdeck/languages/access-rules/access-rule.ts'
import { type AclFileFault, parseAclFile } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import { printErlang } from '@brokerdeck/languages/print-erlang.ts'
import { splitRedis } from '../../backends/redis-words.ts'
import { urlFault } from '../../config/backends/url-fault.ts'
import { parsePattern } from '../../expressions/safe-pattern.ts'
import { refusal } from '../../http/api-refusal.ts'
import { formatErlang } from '../../http/format-erlang.ts'

const commands = ['hmget', 'hgetall']

/**
 * Throws for problems that the schema does not detect: two sources of one type, rules that cannot be parsed, requests
 * that cannot be sent.
 */
export function refuseSources(sources: readonly AccessSource[]): void {
  const types = sources.map(({ type }) => type)
  const twice = types.find((type, at) => types.indexOf(type) !== at)
  if (twice !== undefined) throw bad(`{duplicated_authz_source_type,${twice}}`)
  for (const source of sources) {
    const fault = findFault(source)
    if (fault !== undefined) throw bad(fault)
  }
}

const bad = (message: string) => refusal(400, 'BAD_REQUEST', message)

function findFault({ type, ...source }: AccessSource): string | undefined {
  if (type === 'file') return fileFault(String(source['rules'] ?? ''))
  if (type === 'http') {
    const fault = urlFault(String(source['url'] ?? ''))
    return fault === undefined ? undefined : `{invalid_url,${fault}}`
  }
  if (type === 'redis') return commandFault(String(source['cmd'] ?? ''))
  return undefined
}

function commandFault(command: string): string | undefined {
  const [name] = splitRedis(command) ?? ['']
  if (name === undefined || name === '') return `{invalid_redis_cmd,empty_command,${formatErlang(command)}}`
  return commands.includes(name.toLowerCase()) ? undefined : `{invalid_command_name,${formatErlang(name)}}`
}

/** Returns the patterns in the subject of a rule; EMQX supports some patterns that the engine here does not. */
function collectPatterns(who: AccessRuleSubject): readonly string[] {
  if (who.kind === 'and' || who.kind === 'or') return who.of.flatMap(collectPatterns)
  return 'isPattern' in who && who.isPattern ? [who.text] : []
}

function fileFault(rules: string): string | undefined {
  const parsed = parseAclFile(rules)
  if ('fault' in parsed) return formatFileFault(parsed.fault)
  for (const { rule, line } of parsed.rules) {
    const value = collectPatterns(rule.who).find((pattern) => typeof parsePattern(pattern) !== 'function')
    if (value === undefined) continue
    const term = { kind: 'text', value } as const
    return formatFileFault({ kind: 'rule', line, column: 1, reason: 'invalid_re_pattern', value: term })
  }
  return undefined
}

/** Formats a syntax error as Erlang reports it for a file, and an invalid rule as EMQX reports the term. */
function formatFileFault(fault: AclFileFault): string {
  if (fault.kind === 'rule') {
    return `#{line => ${fault.line},reason => ${fault.reason},value => ${printErlang(fault.value)}}`
  }
  return `{bad_acl_file_content,{${fault.line},${formatScanFault(fault)}}}`
}

function formatScanFault(fault: Exclude<AclFileFault, { kind: 'rule' }>): string {
  switch (fault.kind) {
    case 'illegal':
      return `erl_scan,{illegal,${fault.what}}`
    case 'unterminated':
      return `erl_scan,{unterminated,${fault.what},[]}`
    case 'bad-term':
      return 'erl_parse,"bad term"'
    case 'syntax': {
      const before = fault.before === undefined ? '[]' : JSON.stringify(fault.before)
      return `erl_parse,["syntax error before: ",${before}]`
    }
  }
}
