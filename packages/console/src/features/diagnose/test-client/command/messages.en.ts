export const en = {
  asSubscribe: 'As a mosquitto_sub command',
  asPublish: 'As a mosquitto_pub command',
  command: 'Command',
  forShell: 'For a POSIX shell with the Mosquitto clients, version 2.0 or newer.',
  savePayload: 'Save the payload',
  password: 'Set MQTT_PASSWORD in your shell; the password is never part of the copy.',
  host: 'Set MQTT_HOST to an address of the broker.',
  port: 'Set MQTT_PORT. These clients speak MQTT without WebSocket, and no running listener for that is known.',
  certificate:
    'If the certificate of the listener comes from a CA of your own, put --cafile and its file in place of --tls-use-os-certs.',
  enhanced:
    'Enhanced authentication is left out, for these clients cannot answer the broker: it may refuse the command.',
  clientId: 'The client ID ends in -cli: with the same one the broker would throw this connection out.',
  file: (name: string) => `The payload is too long for a command. Save it as ${name} where you run it.`,
  keepalive: 'The clients take no keep alive below 5 s, so theirs of 60 s is used.',
  control: 'There are control characters in it, which these clients refuse outside of payloads.',
  correlation: 'The correlation data is no text and cannot be given.',
  willPayload: 'The payload of the last will is no text and cannot be given; the will is empty.',
  qos: 'One QoS is used for all subscriptions: the highest.',
  subscriptionId: 'One subscription identifier could be given for all, so none is.',
  noLocal: 'There is no option for No local.',
  retainHandling: 'There is no option for Retain handling: retained messages are sent at subscribing.',
} as const
