import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { describeError, isGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { askRetained } from '#domain/broker-message/retained-message.ts'
import { CaptureBar } from '#domain/mqtt-link/capture/capture-bar.tsx'
import { labMessages as m } from '#features/integration/rules/messages/rule-lab.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import {
  exampleContext,
  type LabMessage,
  mostCharacters,
  mostMessages,
  mostRetained,
  topicFilters,
  toRetainedContext,
} from './lab-message.ts'
import { MessageEditor } from './message-editor.tsx'
import { messageName, originWord } from './message-words.ts'
import { PasteDialog } from './paste-dialog.tsx'
import classes from './rule-lab.module.css'
import type { LabMessages } from './use-lab-messages.ts'

/** Reads the retained messages that the filters cover, with their payloads. Throws if a request fails. */
async function takeRetained(filters: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const topics = new Set<string>()
  for (const filter of filters) {
    const { data } = await askRetained(filter, { page: 1, limit: mostRetained }, signal)
    for (const { topic } of data) if (canAddress(topic)) topics.add(topic)
  }
  const contexts: string[] = []
  for (const topic of [...topics].slice(0, mostRetained)) {
    try {
      const message = await request(retainer.getMessage, { params: { topic } }, { signal })
      // The broker leaves out a payload that is too long.
      if (message.payload === undefined) continue
      contexts.push(toRetainedContext(message, message.payload))
    } catch (error) {
      // The message was cleared after the list was read.
      if (!isGone(error)) throw error
    }
  }
  return contexts
}

interface MessagesTabProps {
  readonly sql: string
  readonly messages: LabMessages
}

/** The maximum number of filters: each takes a request, a subscription, and a comparison with the others. */
const mostFilters = 200

/** The maximum number of lines in the list; the arrows of the preview reach the remaining messages. */
const mostListed = 200

/** Shows the messages that the statement is tested with, their origins, and the chosen message to edit. */
export function MessagesTab({ sql, messages }: MessagesTabProps) {
  const { kept, dropped } = messages
  return (
    <div className={classes['part']}>
      <MessageOrigins sql={sql} messages={messages}>
        <Button size="small" onClick={() => messages.add('made', [exampleContext(sql)])}>
          {m.create}
        </Button>
      </MessageOrigins>
      {kept.length > 0 && (
        <LabMessageList
          messages={kept}
          chosen={messages.chosen}
          onChoose={messages.choose}
          onRemove={messages.remove}
        />
      )}
      {dropped > 0 && <p className={classes['note']}>{m.dropped(dropped, formatNumber(dropped))}</p>}
      <p className={classes['note']}>{m.limits(formatNumber(mostMessages), formatBytes(mostCharacters))}</p>
      <MessageEditor key={messages.chosen.id} message={messages.chosen} onChange={messages.edit} />
    </div>
  )
}

/** Adds messages that are typed or pasted, retained by the broker, or captured as they come in. */
export function MessageOrigins({
  sql,
  messages,
  children,
}: MessagesTabProps & { readonly children?: ReactNode }) {
  const [isPasting, setPasting] = useState(false)
  const filters = topicFilters(sql)
  const isTooMany = filters.length > mostFilters
  return (
    <>
      <div className={classes['bar']}>
        {children}
        <Button size="small" onClick={() => setPasting(true)}>
          {m.paste}
        </Button>
        <RetainedButton sql={sql} messages={messages} />
        {messages.kept.length > 0 && (
          <span className={classes['end']}>
            <Button size="small" variant="quiet" onClick={messages.removeAll}>
              {m.removeAll}
            </Button>
          </span>
        )}
      </div>
      <CaptureBar
        observer="rule-lab"
        filters={isTooMany ? [] : filters}
        withoutFilters={isTooMany ? m.tooManyFilters(formatNumber(mostFilters)) : m.nothingToCapture}
        capture={messages.capture}
      />
      {isPasting && (
        <PasteDialog
          sql={sql}
          onClose={() => setPasting(false)}
          onPaste={(contexts) => messages.add('pasted', contexts)}
        />
      )}
    </>
  )
}

/** Requests the retained messages that FROM covers; leaving the tab aborts the requests. */
function RetainedButton({ sql, messages }: Pick<MessagesTabProps, 'sql' | 'messages'>) {
  const [isBusy, setBusy] = useState(false)
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])
  const filters = topicFilters(sql)
  const disabledReason =
    filters.length > mostFilters
      ? m.tooManyFilters(formatNumber(mostFilters))
      : filters.length === 0
        ? m.noTopics
        : undefined
  const take = async () => {
    const controller = new AbortController()
    asking.current = controller
    setBusy(true)
    try {
      const contexts = await takeRetained(filters, controller.signal)
      if (contexts.length > 0) messages.add('retained', contexts)
      notify.info(
        contexts.length === 0 ? m.noneRetained : m.taken(contexts.length, formatNumber(contexts.length)),
      )
    } catch (error) {
      const { title, detail } = describeError(error)
      if (!controller.signal.aborted) notify.failure(title, detail)
    }
    setBusy(false)
  }
  return (
    <Button size="small" isBusy={isBusy} disabledReason={disabledReason} onClick={() => void take()}>
      {m.takeRetained}
    </Button>
  )
}

interface MessageListProps {
  readonly messages: readonly LabMessage[]
  readonly chosen: LabMessage | undefined
  readonly onChoose: (id: number) => void
  readonly onRemove?: (id: number) => void
}

/** Lists the messages, the newest first, each with a button to show it. */
export function LabMessageList({ messages, chosen, onChoose, onRemove }: MessageListProps) {
  const shown = messages.slice(-mostListed).toReversed()
  return (
    <>
      <ul className={classes['list']} aria-label={m.list}>
        {shown.map((message) => {
          const name = messageName(message)
          return (
            <li key={message.id} className={classes['row']} data-chosen={message === chosen}>
              <button
                type="button"
                className={classes['pick']}
                aria-pressed={message === chosen}
                onClick={() => onChoose(message.id)}
              >
                <Verbatim text={name} mono />
                <span className={classes['dim']}>{originWord(message)}</span>
              </button>
              {onRemove !== undefined && (
                <IconButton label={m.removeOf(name)} onClick={() => onRemove(message.id)}>
                  <IconTrash size={16} stroke={1.5} aria-hidden />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
      {messages.length > mostListed && (
        <p className={classes['note']}>{m.newest(formatNumber(mostListed), formatNumber(messages.length))}</p>
      )}
    </>
  )
}
