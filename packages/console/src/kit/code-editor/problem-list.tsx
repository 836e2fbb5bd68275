import { type Action, forEachDiagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { useState } from 'react'
import { codeEditor as m } from '#kit/messages/code-editor.ts'
import { Button } from '#ui/button.tsx'
import classes from './code-editor.module.css'

export interface CodeProblem {
  readonly severity: string
  readonly message: string
  readonly from: number
  readonly to: number
  /** The line, counted from 1 like the column. */
  readonly line: number
  readonly column: number
  readonly fix: Action | undefined
}

/** Returns the problems that the linters of the editor have found, in the order of the text. */
export function readProblems(state: EditorState): readonly CodeProblem[] {
  const found: CodeProblem[] = []
  forEachDiagnostic(state, ({ severity, message, actions }, from, to) => {
    const line = state.doc.lineAt(from)
    const [fix] = actions ?? []
    found.push({ severity, message, from, to, line: line.number, column: from - line.from + 1, fix })
  })
  return found
}

interface ProblemListProps {
  readonly problems: readonly CodeProblem[]
  readonly isReadOnly: boolean
  readonly onGo: (problem: CodeProblem) => void
  readonly onMend: (problem: CodeProblem) => void
}

/** The number of problems shown at first; a text pasted from elsewhere may have thousands. */
const first = 20

const icons = { error: IconCircleX, warning: IconAlertTriangle } as const

/** Lists the problems in the order of the text: each entry leads to its place and offers a fix. */
export function ProblemList({ problems, isReadOnly, onGo, onMend }: ProblemListProps) {
  const [isWhole, setWhole] = useState(false)
  if (problems.length === 0) return null
  const shown = isWhole ? problems : problems.slice(0, first)
  return (
    <ul className={classes['problems']} aria-label={m.problemList}>
      {shown.map((problem) => {
        const { severity, message, from, line, column, fix } = problem
        const Icon = severity === 'error' || severity === 'warning' ? icons[severity] : IconInfoCircle
        return (
          <li key={`${from} ${message}`} className={classes['problem']} data-severity={severity}>
            <Icon size={16} aria-hidden className={classes['mark']} />
            <button type="button" className={classes['go']} onClick={() => onGo(problem)}>
              <span className="visually-hidden">{m.goTo(line, column)} </span>
              <span className={classes['at']} aria-hidden>{`${line}:${column}`}</span>
              <span className={classes['message']}>{message}</span>
            </button>
            {fix !== undefined && !isReadOnly && (
              <Button variant="quiet" size="small" onClick={() => onMend(problem)}>
                {fix.name}
              </Button>
            )}
          </li>
        )
      })}
      {shown.length < problems.length && (
        <li className={classes['problem']}>
          <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
            {m.more(problems.length - shown.length)}
          </Button>
        </li>
      )}
    </ul>
  )
}
