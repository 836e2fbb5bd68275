import { clients } from '@brokerdeck/contract/clients.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import type { MessageList } from './client-search.ts'
import { type MessagePage, nextPosition, pageSize } from './session-messages.ts'

const noPosition: string | undefined = undefined

const endpoints = { queue: clients.mqueueMessages, inflight: clients.inflightMessages } as const

/** The messages of a session, page by page; a refresh asks for all loaded pages again. */
export function useSessionMessages(clientid: string, list: MessageList, isEnabled: boolean) {
  const endpoint = endpoints[list]
  return useInfiniteQuery({
    queryKey: [endpoint.path, { params: { clientid } }, 'continued'],
    enabled: isEnabled,
    initialPageParam: noPosition,
    queryFn: ({ pageParam, signal }): Promise<MessagePage> => {
      const given = {
        params: { clientid },
        query: { limit: pageSize, ...(pageParam === undefined ? {} : { position: pageParam }) },
      }
      return list === 'queue'
        ? request(clients.mqueueMessages, given, { signal })
        : request(clients.inflightMessages, given, { signal })
    },
    getNextPageParam: (last, _pages, asked) => nextPosition(last, asked),
  })
}
