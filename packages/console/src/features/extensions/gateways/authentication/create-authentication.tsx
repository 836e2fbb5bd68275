import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { useMemo, useState } from 'react'
import { whyNoWrite } from '#api/query.ts'
import { sendable, toAuthnIdentity } from '#domain/access/authentication/authn-document.ts'
import type { AuthnKind } from '#domain/access/authentication/authn-kind.ts'
import { authnKinds } from '#domain/access/authentication/authn-kinds.ts'
import { tokenCautions } from '#domain/access/authentication/token-cautions.ts'
import { authnFullName, authnName } from '#domain/access-words/authn-name.ts'
import { gatewayAuthentication as m } from '#features/extensions/messages/gateway-authentication.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { newDocument } from '#kit/form/document.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { StepPanel } from '#resource/step-panel.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { AuthenticationOwner } from './authentication-owner.ts'
import { credentialKinds } from './credential-kinds.ts'

/** The identifier of the devices, under its name in their protocol. */
const names: Partial<Readonly<Record<GatewayKind, string>>> = {
  gbt32960: 'vin',
  lwm2m: 'endpoint_name',
  mqttsn: 'clientid',
}

/** Returns the kinds of authentication that this gateway supports. */
function gatewayAuthnKinds(gateway: GatewayKind): readonly AuthnKind[] {
  const name = names[gateway]
  return authnKinds
    .filter(({ id }) => credentialKinds[gateway].includes(id))
    .map((kind) =>
      name === undefined ? kind : { ...kind, initial: { ...kind.initial, body: { [name]: `$\{clientid}` } } },
    )
}

interface OwnerProps {
  readonly owner: AuthenticationOwner
}

/** Explains the state without an authenticator, and offers to add one. */
export function CreateAuthentication({ owner }: OwnerProps) {
  const kinds = useMemo(() => gatewayAuthnKinds(owner.gateway), [owner.gateway])
  const [kind, setKind] = useState(() => kinds.find(({ id }) => id === owner.begunWith))
  const [isAdding, setAdding] = useState(kind !== undefined)
  if (!isAdding)
    return (
      <EmptyState
        title={owner.none.title}
        action={
          <Button variant="primary" disabledReason={whyNoWrite()} onClick={() => setAdding(true)}>
            {m.add}
          </Button>
        }
      >
        {owner.none.text}
      </EmptyState>
    )
  if (kind === undefined)
    return (
      <StepPanel
        title={m.kind}
        cards={kinds.map((one) => ({ value: one.id, label: authnName(one), about: one.about }))}
        onNext={(id) => setKind(kinds.find((one) => one.id === id))}
        back={<Button onClick={() => setAdding(false)}>{m.back}</Button>}
      />
    )
  return <NewAuthenticator owner={owner} kind={kind} onBack={() => setKind(undefined)} />
}

interface NewAuthenticatorProps extends OwnerProps {
  readonly kind: AuthnKind
  readonly onBack: () => void
}

function NewAuthenticator({ owner, kind, onBack }: NewAuthenticatorProps) {
  const document = useMemo(() => ({ ...newDocument(kind.sections), ...kind.initial }), [kind])
  const write = owner.create((settings) => ({
    ...toAuthnIdentity(kind),
    ...sendable(settings),
    enable: true,
  }))
  return (
    <FormLayout
      plan={{
        ...write,
        sections: kind.sections,
        cautions: tokenCautions,
        document,
        isNew: true,
        impact: () =>
          warnIf(owner.cut.interrupts !== 'nothing', joinSentences(owner.impactNew, owner.cut.text)),
        isConfiguration: true,
        lockedReason: whyNoWrite(),
      }}
      createLabel={m.create(authnFullName(kind))}
      appliedMessage={m.created}
      beside={<Button onClick={onBack}>{m.otherKind}</Button>}
    />
  )
}
