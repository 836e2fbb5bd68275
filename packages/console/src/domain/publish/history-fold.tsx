import { formatBytes } from '#i18n/format-number.ts'
import { bytesOfDraft } from '#lib/payload-draft.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Fold } from '#ui/fold.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './history-fold.module.css'
import { publish as m } from './messages.ts'
import type { PublishDraft } from './publish-draft.ts'
import { forgetPublished, usePublished } from './publish-history.ts'

/** What was published before, to take up again. */
export function HistoryFold({ onChoose }: { readonly onChoose: (draft: PublishDraft) => void }) {
  const published = usePublished()
  if (published.length === 0) return null
  return (
    <Fold title={m.history} summary={m.historySummary(published.length)}>
      <ul className={classes['list']}>
        {published.map(({ id, at, draft }) => (
          <li key={id} className={classes['row']}>
            <span className={classes['message']}>
              <Verbatim text={draft.topic} mono focusable />
              <span className={classes['payload']}>
                <Verbatim text={draft.payload.text} />
              </span>
            </span>
            <span className={classes['facts']}>
              {m.qosShort(draft.qos)}
              {draft.retain && ` · ${m.retain}`}
              {` · ${formatBytes(bytesOfDraft(draft.payload)?.length)} · `}
              <RelativeTime at={at} />
            </span>
            <Button
              size="small"
              aria-label={m.takeUp(visibleText(draft.topic, 80))}
              onClick={() => onChoose(draft)}
            >
              {m.use}
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes['end']}>
        <span>{m.historyNote}</span>
        <Button size="small" variant="quiet" onClick={forgetPublished}>
          {m.clearHistory}
        </Button>
      </div>
    </Fold>
  )
}
