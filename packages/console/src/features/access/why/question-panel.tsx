import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { read } from '#api/query.ts'
import { mayKnowCertificate } from '#features/access/access-evaluation/asker.ts'
import { why as m } from '#features/access/messages/why.ts'
import { controls } from '#kit/messages/form.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { WhyQuestion } from '#lib/why-question.ts'
import { Button } from '#ui/button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { LineField } from '#ui/line-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import { type QuestionFault, questionFault } from './question.ts'
import classes from './why.module.css'

interface QuestionPanelProps {
  /** The question from the link. */
  readonly question: WhyQuestion
  /** True if the session that the link asks about may have presented a certificate. */
  readonly isCertified: boolean
  readonly onAsk: (question: WhyQuestion) => void
}

const levels = ['0', '1', '2'].map((value) => ({ value, label: value }))

function topicFault({ wish, topic }: WhyQuestion): string {
  if (topic === '') return m.topicFault
  return wish === 'publish' ? m.topicWrong : m.filterWrong
}

/** Returns the error of a link's question, since a link may contain a request that no client can make. */
function faultOfLink(question: WhyQuestion): QuestionFault | undefined {
  return question.topic === '' ? undefined : questionFault(question)
}

/** Lets the user choose a client and what it wants to do. */
export function QuestionPanel({ question, isCertified, onAsk }: QuestionPanelProps) {
  const [draft, setDraft] = useState(question)
  const [fault, setFault] = useState(() => faultOfLink(question))
  const [asked, setAsked] = useState(question)
  if (JSON.stringify(asked) !== JSON.stringify(question)) {
    setAsked(question)
    setDraft(question)
    setFault(faultOfLink(question))
  }
  const change = (changed: Partial<WhyQuestion>) => {
    setDraft({ ...draft, ...changed })
    setFault(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = questionFault(draft)
    setFault(found)
    if (found === undefined) onAsk(draft)
  }
  const { wish } = draft
  return (
    <Panel title={m.question} padded>
      <form className={classes['form']} onSubmit={submit} noValidate>
        <LineField
          label={m.clientId}
          fault={fault === 'clientid' ? m.clientIdFault : undefined}
          isCode
          value={draft.clientid}
          onChange={(clientid) => change({ clientid })}
        />
        <LabelledField label={m.about} isGroup help={draft.as === 'session' ? m.asSessionHelp : undefined}>
          {() => (
            <Segmented
              label={m.about}
              value={draft.as}
              options={[
                { value: 'session', label: m.asSession },
                { value: 'typed', label: m.asTyped },
              ]}
              onChange={(as) => change({ as })}
            />
          )}
        </LabelledField>
        {draft.as === 'typed' && (
          <TypedFacts
            draft={draft}
            fault={fault === 'peerhost' ? m.peerhostFault : undefined}
            onChange={change}
          />
        )}
        {draft.as === 'session' && (isCertified || draft.certCommonName !== '') && (
          <CertificateField draft={draft} onChange={change} />
        )}
        <LabelledField label={m.wish} isGroup>
          {() => (
            <Segmented
              label={m.wish}
              value={wish}
              options={[
                { value: 'connect', label: m.connect },
                { value: 'publish', label: m.publish },
                { value: 'subscribe', label: m.subscribe },
              ]}
              onChange={(next) => change({ wish: next })}
            />
          )}
        </LabelledField>
        {wish === 'connect' ? (
          <BroughtField draft={draft} onChange={change} />
        ) : (
          <Deed draft={draft} fault={fault === 'topic' ? topicFault(draft) : undefined} onChange={change} />
        )}
        <div className={classes['submit']}>
          <Button type="submit" variant="primary">
            {m.explain}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

interface FieldProps {
  readonly draft: WhyQuestion
  readonly onChange: (changed: Partial<WhyQuestion>) => void
}

const broughtHelp = { nothing: undefined, password: m.passwordHelp, enhanced: m.enhancedHelp } as const

function BroughtField({ draft, onChange }: FieldProps) {
  const brought = draft.isEnhanced ? 'enhanced' : draft.password ? 'password' : 'nothing'
  return (
    <LabelledField label={m.brings} isGroup help={broughtHelp[brought]}>
      {() => (
        <Segmented
          label={m.brings}
          value={brought}
          options={[
            { value: 'nothing', label: m.nothing },
            { value: 'password', label: m.password },
            { value: 'enhanced', label: m.enhanced },
          ]}
          onChange={(next) => onChange({ password: next === 'password', isEnhanced: next === 'enhanced' })}
        />
      )}
    </LabelledField>
  )
}

interface DeedProps extends FieldProps {
  readonly fault: string | undefined
}

function Deed({ draft, fault, onChange }: DeedProps) {
  const { wish, topic, qos, retain } = draft
  return (
    <>
      <LineField
        label={wish === 'publish' ? m.topic : m.topicFilter}
        fault={fault}
        isCode
        value={topic}
        onChange={(next) => onChange({ topic: next })}
      />
      <LabelledField label={m.qos}>
        {(control) => (
          <SelectBox
            {...control}
            value={String(qos)}
            options={levels}
            onChange={(level) => onChange({ qos: level === '0' ? 0 : level === '1' ? 1 : 2 })}
          />
        )}
      </LabelledField>
      {wish === 'publish' && (
        <ToggleInput note={m.retain} isOn={retain} onChange={(next) => onChange({ retain: next })} />
      )}
    </>
  )
}

interface TypedFactsProps {
  readonly draft: WhyQuestion
  /** The validation error of the address. */
  readonly fault: string | undefined
  readonly onChange: (changed: Partial<WhyQuestion>) => void
}

/** Edits the values with which a client without a session would connect. */
function TypedFacts({ draft, fault, onChange }: TypedFactsProps) {
  const { data = [] } = useQuery(read(listeners.list, {}))
  const isSecure = /^(ssl|wss|quic):/.test(draft.listener)
  const chosen = useQuery({
    ...read(listeners.get, { params: { id: draft.listener } }),
    enabled: isSecure,
  })
  const options = data.map(({ id }) => ({ value: id, label: visibleText(id, 80) }))
  return (
    <>
      <LineField
        label={m.username}
        note={controls.optional}
        help={m.usernameHelp}
        isCode
        value={draft.username}
        onChange={(username) => onChange({ username })}
      />
      <LineField
        label={m.peerhost}
        note={controls.optional}
        help={m.peerhostHelp}
        fault={fault}
        isCode
        value={draft.peerhost}
        onChange={(peerhost) => onChange({ peerhost: peerhost.trim() })}
      />
      <LabelledField label={m.listenerField}>
        {(control) => (
          <SelectBox
            {...control}
            value={draft.listener}
            options={options}
            onChange={(listener) => onChange({ listener })}
          />
        )}
      </LabelledField>
      {isSecure && mayKnowCertificate(draft.listener, chosen.data) && (
        <CertificateField draft={draft} onChange={onChange} />
      )}
    </>
  )
}

interface CertificateFieldProps {
  readonly draft: WhyQuestion
  readonly onChange: (changed: Partial<WhyQuestion>) => void
}

/** Edits the certificate of a client that connects over TLS; only the operator knows it. */
function CertificateField({ draft, onChange }: CertificateFieldProps) {
  return (
    <LineField
      label={m.certCommonName}
      note={controls.optional}
      help={m.certCommonNameHelp}
      isCode
      value={draft.certCommonName}
      onChange={(certCommonName) => onChange({ certCommonName })}
    />
  )
}
