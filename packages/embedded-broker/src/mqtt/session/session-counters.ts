import type { QoS, SessionCounters } from '../node/cluster.ts'

export function zeroCounters(): SessionCounters {
  return {
    recvOct: 0,
    recvCnt: 0,
    recvPkt: 0,
    recvMsg: 0,
    recvMsgQos0: 0,
    recvMsgQos1: 0,
    recvMsgQos2: 0,
    recvMsgDropped: 0,
    recvMsgDroppedAwaitPubrelTimeout: 0,
    sendOct: 0,
    sendCnt: 0,
    sendPkt: 0,
    sendMsg: 0,
    sendMsgQos0: 0,
    sendMsgQos1: 0,
    sendMsgQos2: 0,
    sendMsgDropped: 0,
    sendMsgDroppedExpired: 0,
    sendMsgDroppedQueueFull: 0,
    sendMsgDroppedTooLarge: 0,
  }
}

export function countReceivedMessage(counters: SessionCounters, qos: QoS): void {
  counters.recvMsg++
  if (qos === 0) counters.recvMsgQos0++
  else if (qos === 1) counters.recvMsgQos1++
  else counters.recvMsgQos2++
}

export function countSentMessage(counters: SessionCounters, qos: QoS): void {
  counters.sendMsg++
  if (qos === 0) counters.sendMsgQos0++
  else if (qos === 1) counters.sendMsgQos1++
  else counters.sendMsgQos2++
}
