import { ActOnMatching } from '#domain/broker-list/act-on-matching.tsx'
import { allPages } from '#domain/broker-list/all-pages.ts'
import { askRetained } from '#domain/broker-message/ask-retained.ts'
import { deleteRetained } from '#domain/broker-message/delete-retained.ts'
import { publishAction } from '#domain/publish/publish-action.ts'
import { Button } from '#ui/button.tsx'
import { detail as m } from '../../messages/topic-explorer.ts'
import type { SelectedTopic } from '../engine/explorer-event.ts'
import type { ExplorerStore } from '../explorer-store.ts'
import classes from './topic-panel.module.css'

interface TopicActionsProps {
  readonly topic: string
  readonly selected: SelectedTopic | undefined
  readonly store: ExplorerStore
  readonly onCapture: (filter: string) => void
  readonly whyNoCapture: string | undefined
}

/** From so many on the list is asked for again instead of taking each topic out. */
const many = 100

export function TopicActions(props: TopicActionsProps) {
  const { topic, selected, store, onCapture, whyNoCapture } = props
  const isBranch = selected?.hasChildren === true
  const branch = `${topic}/#`
  const publish = publishAction(topic)
  const clear = async (rows: readonly { readonly topic: string }[]) => {
    const gone = (await deleteRetained.run(rows)).map((row) => row.topic)
    if (gone.length === 0) return
    if (gone.length > many) store.loaders.retained.turn(true)
    else store.send({ kind: 'forget-retained', topics: gone })
  }
  return (
    <div className={classes['actions']}>
      <Button size="small" disabledReason={publish.disabledReason} onClick={publish.onSelect}>
        {publish.label}
      </Button>
      <Button size="small" disabledReason={whyNoCapture} onClick={() => onCapture(isBranch ? branch : topic)}>
        {isBranch ? m.captureBranch : m.captureTopic}
      </Button>
      {selected?.sources.includes('retained') === true && (
        <Button
          size="small"
          variant="danger"
          disabledReason={deleteRetained.whyNot({ topic })}
          onClick={() => void clear([{ topic }])}
        >
          {m.clear}
        </Button>
      )}
      {isBranch && selected.below.includes('retained') && (
        <ActOnMatching
          key={branch}
          label={m.clearBranch}
          collect={(signal) => allPages((at) => askRetained(branch, at, signal))}
          noneMatch={m.noneRetained}
          onRows={clear}
        />
      )}
    </div>
  )
}
