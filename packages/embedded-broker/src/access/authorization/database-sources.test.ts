import { createConnection } from 'mysql2/promise'
import { afterEach, expect } from 'vitest'
import { openPostgresql } from '../../backends/postgresql-resource.ts'
import { openRedis } from '../../backends/redis-resource.ts'
import type { Database } from '../../testing/database-process.ts'
import { startDatabase, testWith } from '../../testing/database-servers.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { arrangeAccess, askToDo, closeBrokers } from './testing/arrange-access.ts'

afterEach(closeBrokers)

const query = `SELECT action, permission, topic, qos, retain FROM mqtt_acl WHERE username = \${username} ORDER BY id`

const table = [
  'CREATE TABLE mqtt_acl (id INT, username VARCHAR(50), permission VARCHAR(9), action VARCHAR(9), topic VARCHAR(50), qos VARCHAR(9), retain INT)',
  `INSERT INTO mqtt_acl VALUES
    (1, 'ann', 'deny', 'publish', 'a/secret', NULL, NULL),
    (2, 'ann', 'allow', 'publish', 'a/+', '1', 0),
    (3, 'ann', 'allow', 'subscribe', 'eq a/#', NULL, NULL),
    (4, 'ann', 'perhaps', 'all', 'b', NULL, NULL)`,
]

const entries = `dn: dc=emqx,dc=io
objectClass: top
objectClass: dcObject
objectClass: organization
o: emqx
dc: emqx

dn: uid=ann,dc=emqx,dc=io
objectClass: mqttUser
uid: ann
mqttPublishTopic: a/+
mqttSubscriptionTopic: a/#

dn: uid=a\\2Cnn,dc=emqx,dc=io
objectClass: mqttUser
uid: a,nn
mqttPubSubTopic: both
`

/** ClickHouse is left out: an analytical database is not used for authorization. */
type Asked = Exclude<Database, 'clickhouse'>

/** Fills the server and returns the source that queries it. */
const arranged: Readonly<Record<Asked, (server: string) => Promise<Readonly<Record<string, unknown>>>>> = {
  async redis(server) {
    const source = { type: 'redis', redis_type: 'single', server, cmd: `HGETALL acl:\${username}` }
    const redis = openRedis({ ...source, pool_size: 1 }, { clock: manualClock() })
    const json = JSON.stringify({ action: 'publish', qos: [1], retain: false })
    await redis.ask(['HSET', 'acl:ann', 'a/+', json, 'eq a/#', 'subscribe', 'b', 'nonsense'], 'n1')
    await redis.close()
    return source
  },
  async postgresql(server) {
    const source = { type: 'postgresql', server, database: 'postgres', username: 'postgres', query }
    const database = openPostgresql({ ...source, pool_size: 1 }, { clock: manualClock() })
    for (const sql of table) await database.ask({ sql, values: [] }, 'n1')
    await database.close()
    return source
  },
  async mysql(server) {
    const [host = '', port] = server.split(':')
    const database = await createConnection({ host, port: Number(port), user: 'root' })
    for (const sql of ['CREATE DATABASE mqtt', 'USE mqtt', ...table]) await database.query(sql)
    await database.end()
    return { type: 'mysql', server, database: 'mqtt', username: 'root', query }
  },
  async ldap(server) {
    const account = { username: 'cn=root,dc=emqx,dc=io', password: 'public' }
    return { type: 'ldap', server, ...account, base_dn: `uid=\${username},dc=emqx,dc=io` }
  },
}

const ann = { clientId: 'c1', username: 'ann' }
const refused = 0x87

const databases: readonly Asked[] = ['redis', 'postgresql', 'mysql', 'ldap']

for (const database of databases)
  testWith(database)(`${database} decides`, async () => {
    const server = await startDatabase(database, entries)
    const source = await arranged[database](server.server)
    const broker = await arrangeAccess({ no_match: 'deny', sources: [source] })
    expect(await askToDo(broker, ann, 'publish 1 a/x')).toBe(0)
    expect(await askToDo(broker, ann, 'subscribe 1 a/#')).toBe(0)
    expect(await askToDo(broker, ann, 'publish 1 b')).toBe(refused)
    expect(await askToDo(broker, { ...ann, username: `x' OR '1'='1` }, 'publish 1 a/x')).toBe(refused)
    const status = await broker.ask('GET', `/authorization/sources/${database}/status`)
    expect(status.body).toMatchObject({
      status: 'connected',
      metrics: { total: 4, allow: 2, nomatch: 2 },
      resource_metrics: { matched: 4, success: 4, failed: 0 },
    })
    if (database !== 'ldap') {
      expect(await askToDo(broker, ann, 'publish 0 a/x')).toBe(0)
      expect(await askToDo(broker, ann, 'publish 2 a/x')).toBe(refused)
    }
    await server.stop()
    expect(await askToDo(broker, ann, 'publish 1 a/x')).toBe(refused)
    const after = await broker.ask('GET', `/authorization/sources/${database}/status`)
    expect(after.body).toMatchObject({ resource_metrics: { failed: 1 } })
  })
