import type { MqttSettings, SharedStrategy } from '../client/settings.ts'
import type { NodeContext } from '../connection/node-context.ts'
import type { Message, Subscription } from '../node/cluster.ts'
import type { Subscriber } from '../session/subscriber.ts'

interface Member {
  readonly subscriber: Subscriber
  readonly subscription: Subscription
}

export type ShareRules = Pick<MqttSettings, 'sharedStrategy' | 'firstStickyPick'>

/** The maximum number of publishers with turns of their own; beyond it all turns start again. */
const maxPublishers = 10_000

/** Computes an FNV-1a hash, so the same text selects the same member everywhere. */
function computeHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const pickAny = (members: readonly Member[]) => members[Math.floor(Math.random() * members.length)]

/** The members of a shared subscription; offline members are chosen only if no member is connected. */
export class ShareGroup {
  readonly #members: Member[] = []
  /** The index of the next member by publisher ('' for all publishers). */
  readonly #turns = new Map<string, number>()
  /** The member that receives a publisher's messages under the sticky strategy. */
  readonly #sticky = new Map<string, Subscriber>()

  get size(): number {
    return this.#members.length
  }

  members(): Iterable<Member> {
    return this.#members
  }

  /** Adds or replaces a subscriber; returns true if the subscriber is new in the group. */
  set(subscriber: Subscriber, subscription: Subscription): boolean {
    const index = this.#members.findIndex((member) => member.subscriber === subscriber)
    if (index === -1) this.#members.push({ subscriber, subscription })
    else this.#members[index] = { subscriber, subscription }
    return index === -1
  }

  delete(subscriber: Subscriber): boolean {
    const index = this.#members.findIndex((member) => member.subscriber === subscriber)
    if (index === -1) return false
    this.#members.splice(index, 1)
    for (const [publisher, turn] of this.#turns) if (turn > index) this.#turns.set(publisher, turn - 1)
    for (const [publisher, holder] of this.#sticky) {
      if (holder === subscriber) this.#sticky.delete(publisher)
    }
    return true
  }

  /** Picks the member that receives a message; `origin` is the node that accepted it. */
  pick(message: Message, origin: NodeContext | undefined, rules: ShareRules): Member | undefined {
    const { sharedStrategy } = rules
    if (sharedStrategy === 'round_robin') return this.#next(message.fromClientid)
    if (sharedStrategy === 'round_robin_per_group') return this.#next('')
    const connected = this.#members.filter(({ subscriber }) => subscriber.isConnected)
    const able = connected.length > 0 ? connected : this.#members
    if (sharedStrategy !== 'sticky') return choose(sharedStrategy, able, message, origin)
    const held = this.#sticky.get(message.fromClientid)
    const member = able.find(({ subscriber }) => subscriber === held)
    if (member !== undefined) return member
    const first = choose(rules.firstStickyPick, able, message, origin)
    if (this.#sticky.size >= maxPublishers) this.#sticky.clear()
    if (first !== undefined) this.#sticky.set(message.fromClientid, first.subscriber)
    return first
  }

  #next(publisher: string): Member | undefined {
    const count = this.#members.length
    // A new publisher does not start at the same member as the previous new publisher.
    const turn = this.#turns.get(publisher) ?? this.#turns.size
    if (this.#turns.size >= maxPublishers) this.#turns.clear()
    for (let step = 0; step < count; step++) {
      const index = (turn + step) % count
      const member = this.#members[index]
      if (member?.subscriber.isConnected !== true) continue
      this.#turns.set(publisher, (index + 1) % count)
      return member
    }
    const index = turn % Math.max(count, 1)
    this.#turns.set(publisher, index + 1)
    return this.#members[index]
  }
}

function choose(
  strategy: Exclude<SharedStrategy, 'sticky' | 'round_robin' | 'round_robin_per_group'>,
  able: readonly Member[],
  message: Message,
  origin: NodeContext | undefined,
): Member | undefined {
  switch (strategy) {
    case 'random':
      return pickAny(able)
    case 'local': {
      const near = able.filter(({ subscriber }) => subscriber.nodeContext === origin)
      return pickAny(near.length > 0 ? near : able)
    }
    case 'hash_topic':
      return able[computeHash(message.topic) % Math.max(able.length, 1)]
    case 'hash_clientid':
      return able[computeHash(message.fromClientid) % Math.max(able.length, 1)]
  }
}
