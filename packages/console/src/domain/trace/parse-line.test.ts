import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLine } from './parse-line.ts'

const at = '2026-11-21T08:41:37.804199+00:00'
const who = `${at} [MQTT] dev@127.0.0.1:56648 msg:`

function packetOf(line: string) {
  return parseLine(line)?.packet
}

describe('a line in text', () => {
  it('is taken apart', () => {
    const line = `${who} mqtt_packet_sent, packet: CONNACK(Q0, R0, D0, AckFlags=1, ReasonCode=138), username: u`
    expect(parseLine(line)).toMatchObject({
      time: at,
      level: 'debug',
      tag: 'MQTT',
      msg: 'mqtt_packet_sent',
      clientid: 'dev',
      peername: '127.0.0.1:56648',
      username: 'u',
      packet: { type: 'CONNACK', reasonCodes: [138], isSessionPresent: true },
    })
  })

  it('says what a CONNECT asks for', () => {
    const packet =
      'CONNECT(Q0, R0, D0, ClientId=dev, ProtoName=MQTT, ProtoVsn=5, CleanStart=true, KeepAlive=60, Username=undefined, Password=)'
    expect(packetOf(`${who} mqtt_packet_received, packet: ${packet}`)?.connect).toEqual({
      clientid: 'dev',
      username: undefined,
      protocolVersion: 5,
      isCleanStart: true,
      keepAlive: 60,
      hasPassword: false,
      hasWill: false,
    })
  })

  it('keeps commas and brackets of payloads, topics and options apart from its own', () => {
    const packet = 'PUBLISH(Q0, R1, D0, Topic=a, b, PacketId=undefined, Payload(text)={"x": 1, "qos: ": ")"})'
    expect(packetOf(`${who} mqtt_packet_received, packet: ${packet}, username: u, v`)).toMatchObject({
      topic: 'a, b',
      packetId: undefined,
      isRetained: true,
      payload: '{"x": 1, "qos: ": ")"}',
    })
    const subscribe = `${at} [SUBSCRIBE] dev@[::1]:9 msg: subscribe, sub_id: dev, sub_opts: [nl: 0, qos: 1, sub_props: [], subid: x], topic: t, username: u`
    expect(parseLine(subscribe)).toMatchObject({
      peername: '[::1]:9',
      topic: 't',
      username: 'u',
      meta: { sub_opts: '[nl: 0, qos: 1, sub_props: [], subid: x]', sub_id: 'dev' },
    })
    const published = `${at} [PUBLISH] dev@1.2.3.4:5 msg: publish_to, payload_encode: text, topic: a, payload: x, username: no`
    expect(parseLine(published)).toMatchObject({
      topic: 'a',
      payload: 'x, username: no',
      username: undefined,
    })
  })

  it('gives each filter of a SUBSCRIBE its QoS, and each its code of a SUBACK', () => {
    const filters =
      'TopicFilters=[a/#(#{nl => 0,qos => 1,rap => 0,rh => 0}), b(#{nl => 0,qos => 0,rap => 0,rh => 0})]'
    expect(
      packetOf(`${who} mqtt_packet_received, packet: SUBSCRIBE(Q1, R0, D0, PacketId=7 ${filters})`),
    ).toMatchObject({
      packetId: 7,
      filters: [
        { filter: 'a/#', qos: 1 },
        { filter: 'b', qos: 0 },
      ],
    })
    const suback = (codes: string) =>
      packetOf(`${who} mqtt_packet_sent, packet: SUBACK(Q0, R0, D0, PacketId=7, ReasonCodes=${codes})`)
        ?.reasonCodes
    expect([suback('[1,135]'), suback('"¢"'), suback('[]')]).toEqual([[1, 135], [162], []])
  })

  it('may be one of the ordinary log', () => {
    const line =
      '2024-03-20T11:08:39.568980+01:00 [warning] tag: AUTHZ, clientid: client1, msg: cannot_publish_to_topic_due_to_not_authorized, peername: 127.0.0.1:47860, username: user1, topic: republish-event/1, reason: not_authorized'
    expect(parseLine(line)).toMatchObject({
      level: 'warning',
      tag: 'AUTHZ',
      msg: 'cannot_publish_to_topic_due_to_not_authorized',
      clientid: 'client1',
      topic: 'republish-event/1',
      meta: { reason: 'not_authorized' },
    })
  })

  it('may have no peer and nothing more to say', () => {
    expect(parseLine(`${at} [API] dev@ msg: trace_stopping, `)).toMatchObject({
      msg: 'trace_stopping',
      clientid: 'dev',
      peername: undefined,
      meta: {},
    })
  })
})

const hostileText = fc.string({ unit: 'binary' })

describe('a line in JSON', () => {
  it('gives back whatever a device chose', () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (clientid, topic, payload) => {
        const line = JSON.stringify({
          time: at,
          level: 'debug',
          msg: 'publish_to',
          meta: { clientid, topic, payload, payload_encode: 'text', trace_tag: 'PUBLISH' },
        })
        const given = (value: string) => (value === '' || value === 'undefined' ? undefined : value)
        expect(parseLine(line)).toMatchObject({
          clientid: given(clientid),
          topic: given(topic),
          payload,
          payloadEncoding: 'text',
        })
      }),
    )
  })

  it('is not believed when it is cut', () => {
    expect(parseLine('{"time":"2026-11-21T08:41:37.8')).toBeUndefined()
    expect(parseLine('{"time":1,"msg":"x","meta":{},"level":"debug"}')).toBeUndefined()
  })
})

describe('any line', () => {
  it('never fails', () => {
    const words = fc.constantFrom(
      at,
      ' [MQTT] ',
      ' [info] ',
      'a@1.1.1.1:1',
      ' msg: ',
      ', ',
      'packet: PUBLISH(Q0, R0, D0',
      ')',
      '[',
      '}',
      'topic: ',
      '{"',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(words, hostileText)), (parts) => {
        const read = parseLine(parts.join(''))
        expect(read === undefined || read.msg !== undefined).toBe(true)
      }),
    )
  })

  it('in text gives back what is no imitation of the format', () => {
    const plain = fc.stringMatching(/^[a-zA-Z0-9_$#+/."{} -]{1,30}$/).filter((text) => text !== 'undefined')
    fc.assert(
      fc.property(plain, plain, plain, (clientid, topic, payload) => {
        const line = `${at} [PUBLISH] ${clientid}@10.0.0.1:99 msg: publish_to, payload_encode: text, topic: ${topic}, payload: ${payload}`
        expect(parseLine(line)).toMatchObject({ clientid, topic, payload })
      }),
    )
  })
})
