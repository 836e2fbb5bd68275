import { Server, ServerCredentials, type ServiceDefinition, status } from '@grpc/grpc-js'
import protobuf from 'protobufjs'
import { hookNames } from '../hook-protocol.ts'

/** The part of the protocol that tests inspect; its own text is parsed, so that a wrong field number is found. */
const { root } = protobuf.parse(
  `syntax = "proto3";
  message Loaded { repeated Spec hooks = 1; }
  message Spec { string name = 1; repeated string topics = 2; }
  enum How { CONTINUE = 0; IGNORE = 1; STOP_AND_RETURN = 2; }
  message Valued { How type = 1; oneof value { bool bool_result = 3; Message message = 4; } }
  message Message {
    string node = 1; string id = 2; uint32 qos = 3; string from = 4; string topic = 5; bytes payload = 6;
    uint64 timestamp = 7; map<string, string> headers = 8;
  }
  message Client {
    string node = 1; string clientid = 2; string username = 3; string password = 4; string peerhost = 5;
    uint32 sockport = 6; string protocol = 7; string mountpoint = 8; bool is_superuser = 9; bool anonymous = 10;
  }
  message Conn {
    string node = 1; string clientid = 2; string username = 3; string peerhost = 4; uint32 sockport = 5;
    string proto_name = 6; string proto_ver = 7; uint32 keepalive = 8;
  }
  message Filter { string name = 1; }
  message Meta { string node = 1; string version = 2; string sysdescr = 3; string cluster_name = 4; }
  message Broker { string version = 1; }
  message OnProviderLoaded { Broker broker = 1; Meta meta = 2; }
  message OnProviderUnloaded { Meta meta = 1; }
  message OnClientConnect { Conn conninfo = 1; Meta meta = 3; }
  message OnClientConnack { Conn conninfo = 1; string result_code = 2; Meta meta = 4; }
  message OnClientDisconnected { Client clientinfo = 1; string reason = 2; }
  message OnSessionTerminated { Client clientinfo = 1; string reason = 2; }
  message OnClientAuthenticate { Client clientinfo = 1; bool result = 2; Meta meta = 3; }
  message OnClientAuthorize { Client clientinfo = 1; int32 type = 2; string topic = 3; bool result = 4; }
  message OnClientSubscribe { Client clientinfo = 1; repeated Filter topic_filters = 3; }
  message OnClientUnsubscribe { Client clientinfo = 1; repeated Filter topic_filters = 3; }
  message OnSessionSubscribed { Client clientinfo = 1; string topic = 2; }
  message OnSessionUnsubscribed { Client clientinfo = 1; string topic = 2; }
  message OnMessagePublish { Message message = 1; Meta meta = 2; }
  message OnMessageDropped { Message message = 1; string reason = 2; }
  message OfMessage { Client clientinfo = 1; Message message = 2; }
  message OfClient { Client clientinfo = 1; Meta meta = 2; }`,
  { keepCase: true },
)

type Heard = Readonly<Record<string, unknown>>

interface Answer {
  readonly type?: 'CONTINUE' | 'IGNORE' | 'STOP_AND_RETURN'
  readonly bool_result?: boolean
  readonly message?: object
}

interface HookProvider {
  readonly url: string
  /** The calls with their method, such as `OnClientConnected`, and their request. */
  readonly heard: readonly (readonly [method: string, request: Heard])[]
  /** Ends the process of the server. */
  die(): void
  /** Starts the server again at the same port. */
  comeBack(): Promise<void>
}

interface HookProviderOptions {
  /** The names of the hooks with their topics. */
  readonly hooks: Readonly<Record<string, readonly string[]>>
  /** Returns the response. An error fails the call; a promise that never settles keeps it waiting. */
  readonly answer?: (method: string, request: Heard) => Answer | Error | Promise<Answer>
}

const methods = ['provider.loaded', 'provider.unloaded', ...hookNames].map(
  (name) =>
    `On${name
      .split('.')
      .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
      .join('')}`,
)

function read(method: string, bytes: Buffer): Heard {
  const own = root.lookup(method)
  const name = own !== null ? method : method.startsWith('OnMessage') ? 'OfMessage' : 'OfClient'
  const type = root.lookupType(name)
  return type.toObject(type.decode(bytes), { longs: Number, defaults: true })
}

function written(name: 'Loaded' | 'Valued', value: object): Buffer {
  const type = root.lookupType(name)
  return Buffer.from(type.encode(type.fromObject(value)).finish())
}

/** Starts a gRPC server of the operator on a port of its own, which runs until it is ended. */
export async function startHookProvider({
  hooks,
  answer = () => ({}),
}: HookProviderOptions): Promise<HookProvider> {
  const heard: (readonly [string, Heard])[] = []
  const plain = (bytes: Buffer) => bytes
  const service: ServiceDefinition = Object.fromEntries(
    methods.map((method) => [
      method,
      {
        path: `/emqx.exhook.v2.HookProvider/${method}`,
        requestStream: false,
        responseStream: false,
        requestSerialize: plain,
        requestDeserialize: plain,
        responseSerialize: plain,
        responseDeserialize: plain,
      },
    ]),
  )
  const listen = async (port: number): Promise<readonly [Server, number]> => {
    const server = new Server()
    const handlers = methods.map((method) => [
      method,
      async (call: { request: Buffer }, done: (error: object | null, answer?: Buffer) => void) => {
        const request = read(method, call.request)
        heard.push([method, request])
        if (method === 'OnProviderLoaded') {
          const wanted = Object.entries(hooks).map(([name, topics]) => ({ name, topics }))
          return done(null, written('Loaded', { hooks: wanted }))
        }
        const said = await answer(method, request)
        if (said instanceof Error) return done({ code: status.INTERNAL, details: said.message })
        done(null, written('Valued', said))
      },
    ])
    server.addService(service, Object.fromEntries(handlers))
    const bound = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, found) =>
        error === null ? resolve(found) : reject(error),
      )
    })
    return [server, bound]
  }
  let [server, port] = await listen(0)
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    die: () => server.forceShutdown(),
    async comeBack() {
      ;[server, port] = await listen(port)
    },
  }
}
