import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { TextBox } from '#ui/text-box.tsx'
import { VerbatimPieces } from '#ui/verbatim-pieces.tsx'
import { findLines } from './find-lines.ts'
import { m } from './messages.ts'
import classes from './searchable-text.module.css'

interface SearchableTextProps {
  /** What the text is. */
  readonly label: string
  readonly text: string
  /** More for the bar, before the search. */
  readonly children?: ReactNode
}

const numbered = (lines: readonly string[]) => lines.map((line, at) => ({ number: at + 1, line }))

interface TextLineProps {
  readonly number: number
  readonly text: string
  readonly isMatch: boolean
  readonly isCurrent: boolean
}

const TextLine = memo(function TextLine({ number, text, isMatch, isCurrent }: TextLineProps) {
  return (
    <span
      className={classes['line']}
      data-line={number}
      data-match={isMatch || undefined}
      aria-current={isCurrent || undefined}
    >
      <VerbatimPieces text={text} keepLines />
    </span>
  )
})

/** A long text of the broker's with line numbers, to search in. */
export function SearchableText({ label, text, children }: SearchableTextProps) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(0)
  const box = useRef<HTMLElement>(null)
  const lines = useMemo(() => text.replace(/\n$/, '').split('\n'), [text])
  const found = useMemo(() => findLines(lines, words), [lines, words])
  const matches = new Set(found)
  const at = found.length === 0 ? 0 : chosen % found.length
  const current = found[at]
  useEffect(() => {
    if (current !== undefined) box.current?.children[current]?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  const step = (by: number) => setChosen((at + by + found.length) % Math.max(1, found.length))
  return (
    <>
      <div className={classes['bar']}>
        {children}
        <span className={classes['search']}>
          <TextBox
            type="search"
            aria-label={m.search}
            placeholder={m.search}
            icon={<IconSearch size={16} stroke={1.5} aria-hidden />}
            value={words}
            onChange={(value) => {
              setWords(value)
              setChosen(0)
            }}
            onKeyDown={({ key, shiftKey }) => {
              if (key === 'Enter') step(shiftKey ? -1 : 1)
            }}
          />
        </span>
        <span role="status">
          {words.trim() !== '' && (found.length === 0 ? m.notFound : m.found(at + 1, found.length))}
        </span>
        {found.length > 1 && (
          <>
            <IconButton label={m.previous} onClick={() => step(-1)}>
              <IconChevronUp size={16} stroke={1.5} aria-hidden />
            </IconButton>
            <IconButton label={m.next} onClick={() => step(1)}>
              <IconChevronDown size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      <section ref={box} className={classes['text']} aria-label={label} {...{ tabIndex: 0 }}>
        {numbered(lines).map(({ number, line }) => (
          <TextLine
            key={number}
            number={number}
            text={line}
            isMatch={matches.has(number - 1)}
            isCurrent={number - 1 === current}
          />
        ))}
      </section>
    </>
  )
}
