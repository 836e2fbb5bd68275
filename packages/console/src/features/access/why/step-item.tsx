import { Link } from '@tanstack/react-router'
import { HitsButton } from '#features/access/access-walk/hits/hits-button.tsx'
import { Definition } from '#ui/definition.tsx'
import { Status } from '#ui/status.tsx'
import { m } from './messages.ts'
import type { WalkStep } from './model/walk.ts'
import classes from './why.module.css'

const outcomes = {
  allow: { kind: 'ok', word: m.outcomeAllow },
  deny: { kind: 'bad', word: m.outcomeDeny },
  next: { kind: 'off', word: m.outcomeNext },
  skipped: { kind: 'off', word: m.outcomeSkipped },
  mayAllow: { kind: 'unknown', word: m.outcomeMayAllow },
  mayDeny: { kind: 'unknown', word: m.outcomeMayDeny },
  unknown: { kind: 'unknown', word: m.outcomeUnknown },
} as const

const bases = {
  computed: { word: m.basisComputed, help: m.basisComputedHelp },
  observed: { word: m.basisObserved, help: m.basisObservedHelp },
  unknown: { word: m.basisUnknown, help: m.basisUnknownHelp },
} as const

/** One that is asked, what it says, and how that is known. */
export function StepItem({ step }: { readonly step: WalkStep }) {
  const { title, basis, outcome, text, rules = [], href } = step
  const { kind, word } = outcomes[outcome]
  return (
    <li className={classes['step']}>
      <div className={classes['who']}>{href === undefined ? title : <Link to={href}>{title}</Link>}</div>
      <div className={classes['said']}>
        <Status kind={kind}>{word}</Status>
        <p className={classes['text']}>{text}</p>
        {rules.map(({ where, words, asked }) => (
          <div key={where} className={classes['rule']}>
            <p>{where === undefined ? words : m.sentences(where, words)}</p>
            {asked && <HitsButton rule={asked} />}
          </div>
        ))}
      </div>
      <div className={classes['basis']}>
        <Definition definition={bases[basis].help}>{bases[basis].word}</Definition>
      </div>
    </li>
  )
}
