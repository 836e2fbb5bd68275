export type Permission = 'allow' | 'deny'
export type AccessQos = 0 | 1 | 2
export type RuleAction = 'publish' | 'subscribe' | 'all'

/** Whom a rule is for. Patterns are regular expressions that may match anywhere in the text. */
export type AccessRuleSubject =
  | { readonly kind: 'all' }
  | { readonly kind: 'username' | 'clientid'; readonly text: string; readonly isPattern: boolean }
  | {
      readonly kind: 'client_attr'
      readonly name: string
      readonly text: string
      readonly isPattern: boolean
    }
  /** An address, or a net such as `10.0.0.0/8`. */
  | { readonly kind: 'ipaddr'; readonly net: string }
  | { readonly kind: 'ipaddrs'; readonly nets: readonly string[] }
  | { readonly kind: 'and' | 'or'; readonly of: readonly AccessRuleSubject[] }

/** A filter with placeholders; an exact one equals the asked topic character by character, wildcards too. */
export interface RuleTopic {
  readonly text: string
  readonly isExact: boolean
}

/** What every source of rules comes down to. `retain` only concerns what is published. */
export interface AccessRule {
  readonly permission: Permission
  readonly who: AccessRuleSubject
  readonly action: RuleAction
  readonly qos: readonly AccessQos[]
  readonly retain: boolean | 'all'
  /** `all` are all, those with `$` in front too, of which `#` does not speak (§4.7.2). */
  readonly topics: readonly RuleTopic[] | 'all'
}

export const everyQos: readonly AccessQos[] = [0, 1, 2]

export const everybody: AccessRuleSubject = { kind: 'all' }

/** `eq a/+` is exact, as the broker writes rules that are not in its file. */
export function parseRuleTopic(text: string): RuleTopic {
  return text.startsWith('eq ') ? { text: text.slice(3), isExact: true } : { text, isExact: false }
}
