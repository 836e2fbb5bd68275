import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { CaptureBar } from '#domain/mqtt-link/capture/capture-bar.tsx'
import type { MessageCapture } from '#domain/mqtt-link/capture/use-message-capture.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { labMessages as m } from '../messages/rule-lab.ts'
import { exampleContext, mostCharacters, mostMessages, topicFilters } from './lab-message.ts'
import { MessageEditor } from './message-editor.tsx'
import { messageName, originWord } from './message-words.ts'
import { PasteDialog } from './paste-dialog.tsx'
import classes from './rule-lab.module.css'
import { takeRetained } from './take-retained.ts'
import type { LabMessages } from './use-lab-messages.ts'

interface MessagesTabProps {
  readonly sql: string
  readonly messages: LabMessages
  readonly capture: MessageCapture
}

/** Lines of the list; the arrows of the preview reach the others. */
const mostListed = 200

/** The messages that the statement is tried on, where they come from, and the chosen one to change. */
export function MessagesTab({ sql, messages, capture }: MessagesTabProps) {
  const { kept, dropped } = messages
  const [isPasting, setPasting] = useState(false)
  return (
    <div className={classes['part']}>
      <div className={classes['bar']}>
        <Button size="small" onClick={() => messages.add('made', [exampleContext(sql)])}>
          {m.create}
        </Button>
        <Button size="small" onClick={() => setPasting(true)}>
          {m.paste}
        </Button>
        <RetainedButton sql={sql} messages={messages} />
        {kept.length > 0 && (
          <span className={classes['end']}>
            <Button size="small" variant="quiet" onClick={messages.removeAll}>
              {m.removeAll}
            </Button>
          </span>
        )}
      </div>
      <CaptureBar
        observer="rule-lab"
        filters={topicFilters(sql)}
        withoutFilters={m.nothingToCapture}
        capture={capture}
      />
      {isPasting && (
        <PasteDialog
          sql={sql}
          onClose={() => setPasting(false)}
          onPaste={(contexts) => messages.add('pasted', contexts)}
        />
      )}
      {kept.length > 0 && <MessageList messages={messages} />}
      {dropped > 0 && <p className={classes['note']}>{m.dropped(dropped, formatNumber(dropped))}</p>}
      <p className={classes['note']}>{m.limits(formatNumber(mostMessages), formatBytes(mostCharacters))}</p>
      <MessageEditor key={messages.chosen.id} message={messages.chosen} onChange={messages.edit} />
    </div>
  )
}

/** Asks for retained messages that FROM covers; leaving the tab ends it. */
function RetainedButton({ sql, messages }: Pick<MessagesTabProps, 'sql' | 'messages'>) {
  const [isBusy, setBusy] = useState(false)
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])
  const filters = topicFilters(sql)
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
    <Button
      size="small"
      isBusy={isBusy}
      disabledReason={filters.length === 0 ? m.noTopics : undefined}
      onClick={() => void take()}
    >
      {m.takeRetained}
    </Button>
  )
}

function MessageList({ messages }: { readonly messages: LabMessages }) {
  const { kept, chosen } = messages
  const shown = kept.slice(-mostListed).toReversed()
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
                onClick={() => messages.choose(message.id)}
              >
                <Verbatim text={name} mono />
                <span className={classes['dim']}>{originWord(message)}</span>
              </button>
              <IconButton label={m.removeOf(name)} onClick={() => messages.remove(message.id)}>
                <IconTrash size={16} stroke={1.5} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      {kept.length > mostListed && (
        <p className={classes['note']}>{m.newest(formatNumber(mostListed), formatNumber(kept.length))}</p>
      )}
    </>
  )
}
