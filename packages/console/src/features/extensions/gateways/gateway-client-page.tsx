import {
  gatewayClients as endpoints,
  type GatewayClient,
} from '@brokerdeck/contract/extensions/gateways/gateway-clients.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useMemo, useState } from 'react'
import { action, send } from '#acting/action.tsx'
import { read, whyNoWrite } from '#api/query.ts'
import { openCoapWorkspace } from '#features/extensions/gateways/devices/coap-workspace.ts'
import { openObjectWorkspace } from '#features/extensions/gateways/devices/object-workspace.ts'
import { gatewayClients as m, gateways as words } from '#features/extensions/messages/gateways.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { usePageParams } from '#kit/page/link.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { Button } from '#ui/button.tsx'
import { Amount } from '#ui/marks.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { createGatewayClientResource } from './gateway-clients.tsx'
import { gatewayIn } from './gateways.tsx'
import { NoGateway } from './no-gateway.tsx'

const ObjectBrowser = lazy(async () => ({
  default: (await import('#features/extensions/gateways/devices/object-browser.tsx')).ObjectBrowser,
}))
const CoapConsole = lazy(async () => ({
  default: (await import('#features/extensions/gateways/devices/coap-console.tsx')).CoapConsole,
}))

/** Shows one client of a gateway: what it receives, and what it reported of itself. */
export function GatewayClientPage() {
  const { name, clientid } = usePageParams('gatewayClient')
  const gateway = gatewayIn(name)
  return gateway === undefined ? (
    <NoGateway />
  ) : (
    <Client key={clientid} gateway={gateway} clientid={clientid} />
  )
}

interface ClientProps {
  readonly gateway: GatewayKind
  readonly clientid: string
}

function Client({ gateway, clientid }: ClientProps) {
  const resource = useMemo(() => createGatewayClientResource(gateway), [gateway])
  // The workspaces are kept while the page is open, whichever tab is shown.
  const [workspaces] = useState(() => ({
    objects: openObjectWorkspace(clientid),
    requests: openCoapWorkspace(clientid),
  }))
  useEffect(
    () => () => {
      workspaces.objects.close()
      workspaces.requests.close()
    },
    [workspaces],
  )
  return (
    <ManagedItemPage
      resource={resource}
      id={clientid}
      content={{
        objects: (client) => <ObjectBrowser client={client} workspace={workspaces.objects} />,
        requests: () => <CoapConsole workspace={workspaces.requests} />,
        subscriptions: () => <Subscriptions gateway={gateway} clientid={clientid} />,
        details: (client) => <Details client={client} />,
      }}
    />
  )
}

function Details({ client }: { readonly client: GatewayClient }) {
  const counts = (messages = 0, packets = 0, bytes = 0) =>
    m.counts(formatNumber(messages), formatNumber(packets), formatBytes(bytes))
  return (
    <PropertyList
      groups={[
        {
          properties: [
            { label: m.username, value: <Verbatim text={client.username} /> },
            {
              label: m.protocol,
              value: <Verbatim text={`${client.proto_name} ${client.proto_ver ?? ''}`} />,
            },
            { label: m.address, value: <Verbatim text={`${client.ip_address}:${client.port}`} /> },
            { label: m.node, value: <Verbatim text={client.node} /> },
            { label: m.connectedAt, value: <RelativeTime at={client.connected_at} /> },
            { label: m.createdAt, value: <RelativeTime at={client.created_at} /> },
            { label: m.cleanStart, value: client.clean_start === true ? m.yes : m.no },
            { label: m.keepAlive, value: `${formatNumber(client.keepalive ?? 0)} s` },
            { label: m.mountpoint, value: <Verbatim text={client.mountpoint} /> },
            ...(client.lifetime === undefined
              ? []
              : [{ label: m.lifetime, value: `${formatNumber(client.lifetime)} s` }]),
            ...(client.endpoint_name === undefined
              ? []
              : [{ label: m.endpoint, value: <Verbatim text={client.endpoint_name} /> }]),
            { label: m.disconnectedAt, value: <RelativeTime at={client.disconnected_at} /> },
            { label: m.expiry, value: seconds(client.expiry_interval) },
            { label: m.subscriptions, value: ofLimit(client.subscriptions_cnt, client.subscriptions_max) },
            { label: m.queue, value: ofLimit(client.mqueue_len, client.mqueue_max) },
            { label: m.queueDropped, value: <Amount value={client.mqueue_dropped} /> },
            { label: m.inflight, value: ofLimit(client.inflight_cnt, client.inflight_max) },
            { label: m.awaitingRelease, value: ofLimit(client.awaiting_rel_cnt, client.awaiting_rel_max) },
            { label: m.received, value: counts(client.recv_msg, client.recv_pkt, client.recv_oct) },
            { label: m.sent, value: counts(client.send_msg, client.send_pkt, client.send_oct) },
          ],
        },
      ]}
    />
  )
}

const seconds = (count: number | undefined) =>
  count === undefined ? <Amount value={undefined} /> : `${formatNumber(count)} s`

const ofLimit = (count: number | undefined, most: number | 'infinity' | undefined) =>
  count === undefined ? (
    <Amount value={undefined} />
  ) : (
    words.used(formatNumber(count), typeof most === 'number' ? formatNumber(most) : words.unlimited)
  )

/** The gateways whose clients an operator can subscribe to a topic. */
const subscribable: readonly GatewayKind[] = ['coap', 'mqttsn', 'stomp']

interface Subscription {
  readonly topic: string
  readonly qos: number
  readonly sub_props?: { readonly subid?: string | undefined } | undefined
}

const columns: readonly Column<Subscription>[] = [
  verbatimColumn('topic', m.topic, ({ topic }) => topic, { always: true, width: 320, phone: 'name' }),
  {
    id: 'qos',
    header: m.qos,
    value: ({ qos }) => qos,
    cell: ({ qos }) => String(qos),
    width: 70,
    phone: 'pair',
  },
  verbatimColumn('subid', m.subid, ({ sub_props }) => sub_props?.subid, { width: 140 }),
]

function Subscriptions({ gateway, clientid }: ClientProps) {
  const [isAdding, setAdding] = useState(false)
  const params = { name: gateway, clientid }
  const query = useQuery(read(endpoints.subscriptions, { params }, { pollSeconds: 5 }))
  const remove = action<Subscription>(
    send(endpoints.unsubscribe, ({ topic }) => ({ params: { ...params, topic } })),
    {
      takesAway: true,
      ask: ({ topic }) => ({
        title: m.unsubscribeTitle,
        body: m.unsubscribeBody(visibleText(topic, 200)),
        action: m.unsubscribeAction,
        interrupts: 'data',
        danger: true,
      }),
      successMessage: ({ topic }) => m.unsubscribed(visibleText(topic, 80)),
    },
  )
  const disabledReason = subscribable.includes(gateway) ? whyNoWrite() : m.cannotSubscribe
  return (
    <>
      <DataTable
        label={m.subscriptions}
        columns={columns}
        rowKey={({ topic }) => topic}
        query={tableQuery(query, (data) => data)}
        rowActions={(one) => [
          {
            label: m.unsubscribe,
            danger: true,
            disabledReason: subscribable.includes(gateway)
              ? remove.findDisabledReason(one)
              : m.cannotSubscribe,
            onSelect: () => void remove.run(one),
          },
        ]}
        actions={
          <Button size="small" disabledReason={disabledReason} onClick={() => setAdding(true)}>
            {m.add}
          </Button>
        }
        empty={<EmptyState title={m.noSubscription}>{m.noSubscriptionText}</EmptyState>}
        exportName={`${gateway}-subscriptions`}
      />
      {isAdding && <AddSubscription gateway={gateway} clientid={clientid} onClose={() => setAdding(false)} />}
    </>
  )
}

const buildSections = (gateway: GatewayKind): readonly Section[] => [
  {
    id: 'subscription',
    title: m.subscriptions,
    fields: [
      { kind: 'topic', path: 'topic', label: m.topic, isFilter: true, isRequired: true, width: 12 },
      {
        kind: 'select',
        path: 'qos',
        label: m.qos,
        options: [0, 1, 2].map((value) => ({ value, label: String(value) })),
      },
      ...(gateway === 'stomp'
        ? ([
            {
              kind: 'text',
              path: 'sub_props.subid',
              label: m.subid,
              help: m.subidHelp,
              isCode: true,
              isRequired: true,
            },
          ] as const)
        : []),
    ],
  },
]

function AddSubscription({ gateway, clientid, onClose }: ClientProps & { readonly onClose: () => void }) {
  const sections = buildSections(gateway)
  const write = writePlan(endpoints.subscribe, {
    toRequest: (document) => ({
      params: { name: gateway, clientid },
      body: parseBody(endpoints.subscribe.body, document),
    }),
  })
  return (
    <FormDialog
      title={m.add}
      submitLabel={m.add}
      onClose={onClose}
      plan={{
        ...write,
        sections,
        document: { topic: '', qos: 0 },
        isNew: true,
        impact: () => m.addImpact,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.added),
      }}
    />
  )
}
