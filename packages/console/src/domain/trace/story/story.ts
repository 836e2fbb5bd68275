import type { SubscribedFilter } from '#domain/trace/trace-row.ts'

interface EventBase {
  /** Of the row that it began with. */
  readonly id: string
  readonly at: number
  readonly node: string
}

interface Acknowledged {
  /** The answer, once it has come. */
  ack: { readonly code: number; readonly at: number } | undefined
}

export type AccessAction = 'publish' | 'subscribe'

/** What an authorization source said: `none` of it matched. */
export type Permission = 'allow' | 'deny' | 'none'

export type StoryEvent = EventBase &
  (
    | {
        readonly kind: 'connect'
        readonly clientid: string
        readonly username: string | undefined
        readonly peername: string | undefined
        readonly listener: string | undefined
        readonly protocolVersion: number
        readonly isCleanStart: boolean
        readonly keepAlive: number
        readonly hasPassword: boolean
        readonly hasWill: boolean
      }
    | {
        readonly kind: 'authenticate'
        readonly outcome: 'allowed' | 'refused' | 'none' | 'passed-on'
        readonly by: string | undefined
        readonly reason: string | undefined
      }
    | { readonly kind: 'connected'; readonly isSessionPresent: boolean }
    | {
        readonly kind: 'refused'
        readonly code: number
        readonly protocolVersion: number | undefined
        /** The broker's own word, which says more than the five codes of MQTT 3. */
        reason: string | undefined
      }
    | {
        readonly kind: 'authorize'
        readonly action: AccessAction
        readonly topic: string
        readonly qos: 0 | 1 | 2
        /** Only of what is published. */
        readonly isRetained: boolean
        readonly permission: Permission
        readonly by: string | undefined
        /** Which of the rules of the source it was, where the broker says so. */
        readonly rule: string | undefined
      }
    | {
        readonly kind: 'subscribe'
        readonly filters: readonly SubscribedFilter[]
        /** One per filter, once they have come. */
        codes: readonly number[] | undefined
      }
    | { readonly kind: 'unsubscribe'; readonly filters: readonly string[] }
    | (Acknowledged & {
        readonly kind: 'publish' | 'deliver'
        readonly topic: string
        readonly qos: number | undefined
        readonly isRetained: boolean
        readonly payload: string | undefined
      })
    | { readonly kind: 'drop'; readonly topic: string | undefined; readonly reason: string | undefined }
    | {
        readonly kind: 'disconnect'
        readonly by: 'client' | 'broker' | 'nobody'
        readonly code: number | undefined
        reason: string | undefined
      }
    | { readonly kind: 'alive'; count: number }
    | {
        readonly kind: 'note'
        readonly msg: string
        readonly level: string
        readonly detail: string | undefined
      }
  )

export type StoryEventOf<Kind extends StoryEvent['kind']> = Extract<StoryEvent, { kind: Kind }>

/** One connection of one client, from its CONNECT on as far as the trace saw it. */
export interface Story {
  readonly id: string
  readonly clientid: string | undefined
  readonly peername: string | undefined
  readonly node: string
  readonly startedAt: number
  readonly events: readonly StoryEvent[]
}
