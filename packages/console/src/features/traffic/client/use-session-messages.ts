import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import type { MessageList } from './client-search.tsx'
import {
  collectStretch,
  type MessagePage,
  type MessageStretch,
  type SessionMessage,
  toMessagePosition,
} from './session-messages.ts'

const noPosition: string | undefined = undefined
const stretchSize = 500

const endpoints = { queue: clients.mqueueMessages, inflight: clients.inflightMessages } as const

interface SessionMessagesQuery {
  readonly limit: number
  readonly payload: 'none' | 'base64'
  readonly position?: string
}

function ask(
  clientid: string,
  list: MessageList,
  query: SessionMessagesQuery,
  signal: AbortSignal,
): Promise<MessagePage> {
  const given = { params: { clientid }, query }
  return list === 'queue'
    ? request(clients.mqueueMessages, given, { signal })
    : request(clients.inflightMessages, given, { signal })
}

const toPositionQuery = (position: string | undefined) => (position === undefined ? {} : { position })

interface Stretch extends MessageStretch {
  /** The queue length that the session reports, requested once the list has ended. */
  readonly reported?: number
}

/**
 * Returns the messages of a session without payloads: EMQX 5.8 cuts a response at `max_payload_bytes`, while the
 * position in it is already behind the messages that were cut. A refresh requests all loaded sections again.
 */
export function useSessionMessages(clientid: string, list: MessageList, isEnabled: boolean) {
  return useInfiniteQuery({
    queryKey: [endpoints[list].path, { params: { clientid } }, 'continued'],
    enabled: isEnabled,
    initialPageParam: noPosition,
    queryFn: async ({ pageParam, signal }): Promise<Stretch> => {
      const stretch = await collectStretch(
        (position) =>
          ask(clientid, list, { limit: stretchSize, payload: 'none', ...toPositionQuery(position) }, signal),
        pageParam,
        stretchSize,
      )
      if (list !== 'queue' || stretch.next !== undefined) return stretch
      const { mqueue_len: reported } = await request(clients.get, { params: { clientid } }, { signal })
      return { ...stretch, reported }
    },
    getNextPageParam: ({ next }) => next,
  })
}

/**
 * Returns the payload of one message: the first message of a response is always included, however long. Undefined
 * once the message has left the session.
 */
export function useMessagePayload(
  clientid: string,
  list: MessageList,
  message: SessionMessage,
  before: SessionMessage | undefined,
) {
  const position = before && toMessagePosition(before)
  return useQuery({
    queryKey: [endpoints[list].path, { params: { clientid } }, 'payload', toMessagePosition(message)],
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Pick<SessionMessage, 'payload'>> => {
      const { data } = await ask(
        clientid,
        list,
        { limit: 1, payload: 'base64', ...toPositionQuery(position) },
        signal,
      )
      return { payload: data.find(({ msgid }) => msgid === message.msgid)?.payload }
    },
  })
}
