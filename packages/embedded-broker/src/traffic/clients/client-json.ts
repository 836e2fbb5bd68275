import type { Client, ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { formatTime } from '../../http/timestamp.ts'
import type { Session, SessionCounters } from '../../mqtt/node/cluster.ts'
import { numberOrInfinity } from './number-or-infinity.ts'

/** Returns a session as the API shows it. Without Erlang processes, heap, reductions and mailbox are always 0. */
export function toClient(session: Session): Client {
  return {
    clientid: session.clientid,
    username: session.username ?? null,
    node: session.node,
    connected: session.isConnected,
    connected_at: formatTime(session.connectedAt),
    created_at: formatTime(session.createdAt),
    proto_name: session.protocolName,
    proto_ver: session.protocolVersion,
    listener: session.listener,
    ip_address: session.ipAddress,
    port: session.port,
    keepalive: session.keepalive,
    clean_start: session.isCleanStart,
    expiry_interval: session.expiryInterval,
    is_bridge: session.isBridge,
    is_expired: false,
    is_persistent: session.expiryInterval > 0,
    durable: false,
    enable_authn: session.isAuthenticated,
    auth_expire_at: session.rights.expiresAt ?? null,
    client_attrs: session.attributes,
    mountpoint: session.mountpoint === '' ? null : session.mountpoint,
    peersni: null,
    ...(session.isWebSocket ? { ws_cookie: [] } : {}),
    subscriptions_cnt: session.subscriptions.size,
    subscriptions_max: numberOrInfinity(session.subscriptionsMax),
    inflight_cnt: session.inflightCount,
    inflight_max: session.inflightMax,
    mqueue_len: session.mqueueLength,
    mqueue_dropped: session.mqueueDropped,
    mqueue_max: numberOrInfinity(session.mqueueMax),
    awaiting_rel_cnt: session.awaitingRelCount,
    awaiting_rel_max: numberOrInfinity(session.awaitingRelMax),
    mailbox_len: 0,
    heap_size: 0,
    reductions: 0,
    ...messageCounters(session.counters),
    ...(session.isConnected ? socketCounters(session.counters) : offlineFields(session)),
  }
}

function messageCounters(counters: Readonly<SessionCounters>) {
  return {
    recv_pkt: counters.recvPkt,
    recv_msg: counters.recvMsg,
    'recv_msg.qos0': counters.recvMsgQos0,
    'recv_msg.qos1': counters.recvMsgQos1,
    'recv_msg.qos2': counters.recvMsgQos2,
    'recv_msg.dropped': counters.recvMsgDropped,
    'recv_msg.dropped.await_pubrel_timeout': counters.recvMsgDroppedAwaitPubrelTimeout,
    send_pkt: counters.sendPkt,
    send_msg: counters.sendMsg,
    'send_msg.qos0': counters.sendMsgQos0,
    'send_msg.qos1': counters.sendMsgQos1,
    'send_msg.qos2': counters.sendMsgQos2,
    'send_msg.dropped': counters.sendMsgDropped,
    'send_msg.dropped.expired': counters.sendMsgDroppedExpired,
    'send_msg.dropped.queue_full': counters.sendMsgDroppedQueueFull,
    'send_msg.dropped.too_large': counters.sendMsgDroppedTooLarge,
  }
}

function socketCounters(counters: Readonly<SessionCounters>) {
  return {
    recv_oct: counters.recvOct,
    recv_cnt: counters.recvCnt,
    send_oct: counters.sendOct,
    send_cnt: counters.sendCnt,
  }
}

function offlineFields(session: Session) {
  return {
    disconn_props: {},
    disconnected_at: formatTime(session.disconnectedAt ?? session.connectedAt),
  }
}

/** Returns only the requested fields, but always the client id, which identifies the row. */
export function toClientRow(session: Session, fields: 'all' | readonly string[]): ClientRow {
  const client = toClient(session)
  if (fields === 'all') return client
  const asked = Object.entries(client).filter(([name]) => fields.includes(name))
  return { ...Object.fromEntries(asked), clientid: client.clientid }
}
