import type { SubscribedFilter } from '#domain/trace/trace-row.ts'

interface EventBase {
  /** The id of the row with which the event began. */
  readonly id: string
  readonly at: number
  readonly node: string
}

interface Acknowledged {
  /** The acknowledgement, once it has arrived. */
  ack: { readonly code: number; readonly at: number } | undefined
}

export type AccessAction = 'publish' | 'subscribe'

/** The decision of an authorization source; `none` means that no rule matched. */
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
        /** The broker's own reason, which is more precise than the five codes of MQTT 3. */
        reason: string | undefined
      }
    | {
        readonly kind: 'authorize'
        readonly action: AccessAction
        readonly topic: string
        readonly qos: 0 | 1 | 2
        /** Set only for publishing. */
        readonly isRetained: boolean
        readonly permission: Permission
        readonly by: string | undefined
        /** The rule of the source that matched, if the broker reports it. */
        readonly rule: string | undefined
      }
    | {
        readonly kind: 'subscribe'
        readonly filters: readonly SubscribedFilter[]
        /** The codes, one per filter, once they have arrived. */
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

/** A connection of a client, from its CONNECT on, as far as the trace contains it. */
export interface Story {
  readonly id: string
  readonly clientid: string | undefined
  readonly peername: string | undefined
  readonly node: string
  readonly startedAt: number
  readonly events: readonly StoryEvent[]
}
