export type MetricName = keyof ReturnType<typeof zeroMetrics>

/** Returns all of EMQX's counters; the counters of features that this broker lacks (overload) stay 0. */
function zeroMetrics() {
  return {
    'authentication.failure': 0,
    'authentication.success': 0,
    'authentication.success.anonymous': 0,
    'authorization.allow': 0,
    'authorization.cache_hit': 0,
    'authorization.cache_miss': 0,
    'authorization.deny': 0,
    'authorization.matched.allow': 0,
    'authorization.matched.deny': 0,
    'authorization.nomatch': 0,
    'authorization.superuser': 0,
    'bytes.received': 0,
    'bytes.sent': 0,
    'client.auth.anonymous': 0,
    'client.authenticate': 0,
    'client.authorize': 0,
    'client.connack': 0,
    'client.connect': 0,
    'client.connected': 0,
    'client.disconnected': 0,
    'client.subscribe': 0,
    'client.unsubscribe': 0,
    'delivery.dropped': 0,
    'delivery.dropped.expired': 0,
    'delivery.dropped.no_local': 0,
    'delivery.dropped.qos0_msg': 0,
    'delivery.dropped.queue_full': 0,
    'delivery.dropped.too_large': 0,
    'messages.acked': 0,
    'messages.delayed': 0,
    'messages.delivered': 0,
    'messages.dropped': 0,
    'messages.dropped.await_pubrel_timeout': 0,
    'messages.dropped.no_subscribers': 0,
    'messages.forward': 0,
    'messages.persisted': 0,
    'messages.publish': 0,
    'messages.qos0.received': 0,
    'messages.qos0.sent': 0,
    'messages.qos1.received': 0,
    'messages.qos1.sent': 0,
    'messages.qos2.received': 0,
    'messages.qos2.sent': 0,
    'messages.received': 0,
    'messages.sent': 0,
    'messages.transformation_failed': 0,
    'messages.transformation_succeeded': 0,
    'messages.validation_failed': 0,
    'messages.validation_succeeded': 0,
    'overload_protection.delay.ok': 0,
    'overload_protection.delay.timeout': 0,
    'overload_protection.gc': 0,
    'overload_protection.hibernation': 0,
    'overload_protection.new_conn': 0,
    'packets.auth.received': 0,
    'packets.auth.sent': 0,
    'packets.connack.auth_error': 0,
    'packets.connack.error': 0,
    'packets.connack.sent': 0,
    'packets.connect.received': 0,
    'packets.disconnect.received': 0,
    'packets.disconnect.sent': 0,
    'packets.pingreq.received': 0,
    'packets.pingresp.sent': 0,
    'packets.puback.inuse': 0,
    'packets.puback.missed': 0,
    'packets.puback.received': 0,
    'packets.puback.sent': 0,
    'packets.pubcomp.inuse': 0,
    'packets.pubcomp.missed': 0,
    'packets.pubcomp.received': 0,
    'packets.pubcomp.sent': 0,
    'packets.publish.auth_error': 0,
    'packets.publish.dropped': 0,
    'packets.publish.error': 0,
    'packets.publish.inuse': 0,
    'packets.publish.received': 0,
    'packets.publish.sent': 0,
    'packets.pubrec.inuse': 0,
    'packets.pubrec.missed': 0,
    'packets.pubrec.received': 0,
    'packets.pubrec.sent': 0,
    'packets.pubrel.missed': 0,
    'packets.pubrel.received': 0,
    'packets.pubrel.sent': 0,
    'packets.received': 0,
    'packets.sent': 0,
    'packets.suback.sent': 0,
    'packets.subscribe.auth_error': 0,
    'packets.subscribe.error': 0,
    'packets.subscribe.received': 0,
    'packets.unsuback.sent': 0,
    'packets.unsubscribe.error': 0,
    'packets.unsubscribe.received': 0,
    'session.created': 0,
    'session.discarded': 0,
    'session.resumed': 0,
    'session.takenover': 0,
    'session.terminated': 0,
  }
}

/** The counters of a node since its start. */
export class Metrics {
  #values = zeroMetrics()

  count(name: MetricName, by = 1): void {
    this.#values[name] += by
  }

  reset(): void {
    this.#values = zeroMetrics()
  }

  snapshot(): Readonly<Record<string, number>> {
    return { ...this.#values }
  }
}
