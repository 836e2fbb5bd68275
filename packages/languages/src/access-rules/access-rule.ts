export type Permission = 'allow' | 'deny'
export type AccessQos = 0 | 1 | 2
export type RuleAction = 'publish' | 'subscribe' | 'all'

/** The clients to which a rule applies. Patterns are regular expressions that may match anywhere in the text. */
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

/**
 * A topic filter with placeholders. An exact filter must equal the requested topic character by character, wildcards
 * included.
 */
export interface RuleTopic {
  readonly text: string
  readonly isExact: boolean
}

/** The common form of the rules of every source. `retain` only concerns published messages. */
export interface AccessRule {
  readonly permission: Permission
  readonly who: AccessRuleSubject
  readonly action: RuleAction
  readonly qos: readonly AccessQos[]
  readonly retain: boolean | 'all'
  /** `all` covers all topics, including topics that begin with `$`, which `#` does not match (§4.7.2). */
  readonly topics: readonly RuleTopic[] | 'all'
}

export const everyQos: readonly AccessQos[] = [0, 1, 2]

export const everybody: AccessRuleSubject = { kind: 'all' }

/** Treats `eq a/+` as an exact filter, which is how the broker writes rules outside of its file. */
export function parseRuleTopic(text: string): RuleTopic {
  return text.startsWith('eq ') ? { text: text.slice(3), isExact: true } : { text, isExact: false }
}
