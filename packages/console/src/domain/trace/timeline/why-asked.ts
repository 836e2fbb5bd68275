import type { Story, StoryEvent, StoryEventOf } from '#domain/trace/story/story.ts'
import type { WhyQuestion } from '#lib/why-question.ts'

const isConnect = (event: StoryEvent): event is StoryEventOf<'connect'> => event.kind === 'connect'

/** Returns the host of `10.0.0.1:4711` or `[::1]:4711`. */
const toHost = (peername: string) => peername.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')

/** Describes the attempt as the client made it, because the client has no session to ask about. */
function toConnectQuestion(clientid: string, { peername, events }: Story): Partial<WhyQuestion> {
  const connect = events.find(isConnect)
  const from = connect?.peername ?? peername
  return {
    clientid,
    as: 'typed',
    wish: 'connect',
    ...(from === undefined ? {} : { peerhost: toHost(from) }),
    ...(connect === undefined ? {} : { username: connect.username ?? '', password: connect.hasPassword }),
    ...(connect?.listener === undefined ? {} : { listener: connect.listener }),
  }
}

/** Returns the question to ask about an event in which the client was denied something; undefined for other events. */
export function whyAsked(event: StoryEvent, story: Story): Partial<WhyQuestion> | undefined {
  const { clientid } = story
  if (clientid === undefined) return undefined
  if (event.kind === 'refused') return toConnectQuestion(clientid, story)
  if (event.kind !== 'authorize' || event.permission !== 'deny') return undefined
  const { action, topic, qos, isRetained } = event
  return { clientid, wish: action, topic, qos, retain: isRetained }
}
