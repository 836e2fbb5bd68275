import type { GatewayAuthenticator } from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import { type Action, action } from '#acting/action.tsx'
import { describeError } from '#api/errors.ts'
import { sendable, toAuthnIdentity, toAuthnSettings } from '#domain/access/authentication/authn-document.ts'
import { authnImpact, hasUsers, losesUsers } from '#domain/access/authentication/authn-impact.ts'
import { authnKinds } from '#domain/access/authentication/authn-kinds.ts'
import { authenticator as words } from '#domain/access/authentication/messages.ts'
import { tokenCautions } from '#domain/access/authentication/token-cautions.ts'
import { tokenFaults } from '#domain/access/authentication/token-faults.ts'
import { UsersPanel } from '#domain/access/authentication/users/users-panel.tsx'
import { authnFullName } from '#domain/access-words/authn-name.ts'
import { gatewayAuthentication as m } from '#features/extensions/messages/gateway-authentication.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import type { AuthenticationOwner } from './authentication-owner.ts'
import classes from './authentication-panel.module.css'
import { CreateAuthentication } from './create-authentication.tsx'

interface OwnerProps {
  readonly owner: AuthenticationOwner
}

interface AuthenticationPanelProps extends OwnerProps {
  /** The reason why the settings here affect no client. */
  readonly note?: string | undefined
}

/** Manages the authentication of a gateway, or of one of its listeners: no authenticator, or one with its users. */
export function AuthenticationPanel({ owner, note }: AuthenticationPanelProps) {
  const { data, error, refetch, isFetching } = owner.useFound()
  if (data === undefined)
    return error === null ? (
      <Skeleton height={240} />
    ) : (
      <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  return (
    <div className={classes['stack']}>
      {note !== undefined && (
        <Status kind="warn" wraps>
          {note}
        </Status>
      )}
      {data === null ? (
        <CreateAuthentication owner={owner} />
      ) : (
        <Authenticated owner={owner} authenticator={data} />
      )}
    </div>
  )
}

interface AuthenticatedProps extends OwnerProps {
  readonly authenticator: GatewayAuthenticator
}

function Authenticated({ owner, authenticator }: AuthenticatedProps) {
  const isOn = authenticator.enable !== false
  return (
    <>
      <Panel
        title={authnFullName(authenticator)}
        padded
        actions={
          <>
            <ActionButton
              label={isOn ? m.disable : m.enable}
              action={isOn ? disabling(owner) : enabling(owner)}
              item={authenticator}
            />
            <ActionButton label={m.remove} isDanger action={removing(owner)} item={authenticator} />
          </>
        }
      >
        <Status kind={isOn ? 'ok' : 'warn'} wraps>
          {isOn ? m.isOn : m.isOff}
        </Status>
      </Panel>
      {hasUsers(authenticator) && <UsersPanel base={owner.users(authenticator)} />}
      <Settings owner={owner} authenticator={authenticator} />
    </>
  )
}

const enabling = (owner: AuthenticationOwner) =>
  action(owner.enable(true), {
    ask: (one) =>
      owner.cut.interrupts === 'nothing'
        ? undefined
        : {
            title: m.enableTitle(authnFullName(one)),
            body: owner.cut.text,
            action: m.enable,
            danger: true,
            interrupts: owner.cut.interrupts,
          },
    successMessage: () => m.enabled,
  })

const disabling = (owner: AuthenticationOwner) =>
  action(owner.enable(false), {
    ask: (one) => ({
      title: m.disableTitle(authnFullName(one)),
      body: joinSentences(owner.disableBody, owner.cut.text),
      action: m.disableAction,
      danger: true,
      interrupts: owner.cut.interrupts,
    }),
    successMessage: () => m.disabled,
  })

const removing = (owner: AuthenticationOwner) =>
  action(owner.remove, {
    takesAway: true,
    ask: (one) => ({
      title: m.removeTitle,
      body: joinSentences(owner.removeBody, hasUsers(one) && m.removeUsers, owner.cut.text),
      action: m.removeAction,
      danger: true,
      interrupts: owner.cut.interrupts,
    }),
    successMessage: () => m.removed,
  })

interface ActionButtonProps {
  readonly label: string
  readonly isDanger?: boolean
  readonly action: Action<GatewayAuthenticator>
  readonly item: GatewayAuthenticator
}

function ActionButton({
  label,
  isDanger = false,
  action: { findDisabledReason, run },
  item,
}: ActionButtonProps) {
  return (
    <Button
      size="small"
      variant={isDanger ? 'danger' : 'default'}
      disabledReason={findDisabledReason(item)}
      onClick={() => void run(item)}
    >
      {label}
    </Button>
  )
}

function Settings({ owner, authenticator }: AuthenticatedProps) {
  const { mechanism, backend } = authenticator
  const kind = authnKinds.find((one) => one.mechanism === mechanism && one.backend === backend)
  if (kind === undefined) return <EmptyState title={words.noFormTitle}>{words.noFormText}</EmptyState>
  return owner.settings({
    sections: kind.sections,
    pickDocument: (now) => toAuthnSettings(now ?? authenticator),
    toDocument: (document, now = authenticator) => ({
      ...toAuthnIdentity(authenticator),
      ...sendable(document),
      ...(now.enable === undefined ? {} : { enable: now.enable }),
    }),
    impact: (document, before) =>
      warnIf(
        owner.cut.interrupts !== 'nothing' || losesUsers(authenticator, document, before),
        authnImpact(authenticator, document, before, owner.cut.text),
      ),
    appliedMessage: words.updated,
    findFaults: tokenFaults,
    cautions: tokenCautions,
  })
}
