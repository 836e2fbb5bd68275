import type { Subscription } from './cluster.ts'
import type { Subscriber } from './subscriber.ts'

interface Member {
  readonly subscriber: Subscriber
  readonly subscription: Subscription
}

/** Members of one shared subscription, taken in turn; offline ones only if nobody is connected. */
export class ShareGroup {
  readonly #members: Member[] = []
  #turn = 0

  get size(): number {
    return this.#members.length
  }

  /** True if the subscriber is new here. */
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
    if (this.#turn > index) this.#turn--
    return true
  }

  pick(): Member | undefined {
    const count = this.#members.length
    for (let step = 0; step < count; step++) {
      const index = (this.#turn + step) % count
      const member = this.#members[index]
      if (member?.subscriber.isConnected !== true) continue
      this.#turn = (index + 1) % count
      return member
    }
    const index = this.#turn % Math.max(count, 1)
    this.#turn = index + 1
    return this.#members[index]
  }
}
