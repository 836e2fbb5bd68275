import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { gateways as endpoints } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { authnName } from '#domain/access-words/authn-name.ts'
import {
  credentialKinds,
  hasAuthentication,
} from '#features/extensions/gateways/authentication/credential-kinds.ts'
import { gateways as m } from '#features/extensions/messages/gateways.ts'
import { newDocument } from '#kit/form/document.ts'
import type { Section } from '#kit/form/field.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { Link, useGo, usePageParams } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { gatewayFaults, toGatewayBody } from './gateway-document.ts'
import { findGatewayListenerFaults, firstListener, firstListenerFields } from './gateway-listener-document.ts'
import { gatewaySections } from './gateway-sections.ts'
import { gatewayIn, gatewayNames, whySilent } from './gateways.tsx'
import { NoGateway, UnlessLacking } from './no-gateway.tsx'

/** Sets up a gateway for the first time: its settings together with its first listener. */
export function CreateGatewayPage() {
  const { name } = usePageParams('createGateway')
  const gateway = gatewayIn(name)
  if (gateway === undefined) return <NoGateway />
  const title = m.createTitle(gatewayNames[gateway])
  return (
    <UnlessLacking gateway={gateway} title={title}>
      <Page title={title} breadcrumbs={[{ to: linkTo('gateways'), label: m.title }]}>
        <UnlessSetUp gateway={gateway} />
      </Page>
    </UnlessLacking>
  )
}

interface GatewayProps {
  readonly gateway: GatewayKind
}

function UnlessSetUp({ gateway }: GatewayProps) {
  const { data, error, refetch, isFetching } = useQuery(read(endpoints.get, { params: { name: gateway } }))
  // The status is the first one that was read, so that the form stays until it has reported its success.
  const [first, setFirst] = useState(data?.status)
  if (first === undefined && data !== undefined) setFirst(data.status)
  if (data === undefined)
    return error === null ? (
      <Skeleton height={240} />
    ) : (
      <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  if (first === 'unloaded') return <NewGateway gateway={gateway} />
  return (
    <EmptyState title={m.isSetUp}>
      <Link to={linkTo('gateway', { name: gateway })}>{m.toSettings}</Link>
    </EmptyState>
  )
}

function NewGateway({ gateway }: GatewayProps) {
  const go = useGo()
  const silent = whySilent(gateway)
  const sections = useMemo(
    (): readonly Section[] => [
      ...gatewaySections[gateway],
      {
        id: 'listener',
        title: m.firstListener,
        note: m.firstListenerNote,
        fields: firstListenerFields(gateway),
      },
      ...(hasAuthentication(gateway) ? [authenticationSection(gateway)] : []),
      {
        id: 'start',
        title: m.start,
        ...(hasAuthentication(gateway) ? { when: [{ path: checkedBy, is: [nobody] }] } : {}),
        ...(silent === undefined ? {} : { note: silent }),
        fields: [{ kind: 'toggle', path: 'enable', label: m.startNow, note: m.startNowNote, default: true }],
      },
    ],
    [gateway, silent],
  )
  const document = useMemo(
    () => ({
      ...newDocument(sections),
      ...getStartDocument(gateway),
      enable: silent === undefined,
      [checkedBy]: nobody,
      listener: firstListener(gateway),
    }),
    [sections, gateway, silent],
  )
  const write = writePlan(endpoints.update, {
    toRequest: ({ listener, [checkedBy]: by, ...settings }) => ({
      params: { name: gateway },
      body: parseBody(endpoints.update.body, {
        ...toGatewayBody(settings),
        ...(by === nobody ? {} : { enable: false }),
        listeners: [listener],
      }),
    }),
    findFaults: (words) =>
      findGatewayListenerFaults(words).map((one) => ({ ...one, path: `listener.${one.path}` })),
  })
  return (
    <FormLayout
      plan={{
        sections,
        document,
        isNew: true,
        ...write,
        check: gatewayFaults,
        impact: ({ enable, [checkedBy]: by }) =>
          by === nobody && enable !== false
            ? warnIf(true, m.impactNew)
            : by === nobody
              ? m.impactNewOff
              : m.impactChecked,
        isConfiguration: true,
        lockedReason: whyNoWrite(),
        onApplied: ({ [checkedBy]: by }) =>
          void go(
            typeof by === 'string' && by !== nobody
              ? linkTo('gateway', { name: gateway }, { tab: 'authentication', add: by })
              : linkTo('gateways'),
          ),
      }}
      createLabel={m.createTitle(gatewayNames[gateway])}
      appliedMessage={m.created}
    />
  )
}

/**
 * The form field for the kind of authentication. It is not part of the API; the authenticator's settings are sent in
 * a request of their own.
 */
const checkedBy = 'authenticator'
const nobody = 'none'

/**
 * Builds the section that chooses an authenticator before any client is connected: adding it later disconnects all
 * clients.
 */
function authenticationSection(gateway: GatewayKind): Section {
  const options = credentialKinds[gateway].map((id) => {
    const [mechanism = id, backend] = id.split(':')
    return { value: id, label: authnName({ mechanism, backend }) }
  })
  return {
    id: 'authentication',
    title: m.authentication,
    note: m.authenticationNote,
    fields: [
      {
        kind: 'select',
        path: checkedBy,
        label: m.checkedBy,
        isRequired: true,
        options: [{ value: nobody, label: m.letsAllIn }, ...options],
        width: 12,
      },
    ],
  }
}

/** The initial values of EMQX's own dashboard where the broker has no default. */
const starts: Partial<Readonly<Record<GatewayKind, ApiDocument>>> = {
  lwm2m: {
    xml_dir: 'etc/lwm2m_xml/',
    translators: {
      command: { topic: 'dn/#', qos: 0 },
      response: { topic: 'up/resp', qos: 0 },
      notify: { topic: 'up/notify', qos: 0 },
      register: { topic: 'up/register', qos: 0 },
      update: { topic: 'up/update', qos: 0 },
    },
  },
  exproto: { server: { bind: '0.0.0.0:9100' }, handler: { address: 'http://127.0.0.1:9001' } },
  jt808: { proto: { auth: { allow_anonymous: true } } },
}

const getStartDocument = (kind: GatewayKind): ApiDocument => starts[kind] ?? {}
