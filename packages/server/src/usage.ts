export const usage = `Brokerdeck: a web console for clusters of EMQX 5.8

Usage
  brokerdeck [options]                          console with an embedded broker to try it on
  brokerdeck --broker URL [options]             console for a cluster
  brokerdeck check --broker URL --user NAME     asks a broker every question the console asks

Console
  --host ADDRESS            where to listen (127.0.0.1)
  --port N                  (18383; 0 takes a free one)
  --base-path /a/b/         path under which a reverse proxy shows the console (/)
  --read-only               refuse every write except signing in and out
  --allowed-host NAME,…     names by which others ask for it, beside those of this machine
  --trust-proxy [NET,…]     reverse proxies whose X-Forwarded-For is believed (those of this machine)

Cluster
  --broker URL              address of the cluster's REST API, for example http://10.0.0.7:18083
  --broker-ws URL           its MQTT over WebSocket (ws://HOST:8083/mqtt)
  --insecure-upstream-tls   accept any certificate of the cluster

Embedded broker
  --data-dir DIR            where its state is kept (.brokerdeck)
  --nodes N                 size of its cluster (3)
  --mqtt-port N             MQTT port of the first node, the others follow (11883)
  --ws-port N               MQTT over WebSocket, likewise (18084)
  --admin-password TEXT     password of the user admin
  --edition NAME            community or enterprise: which of them to answer like (community)
  --no-sample-fleet         start without the sample devices

Check
  --user NAME               the password comes from BROKERDECK_PASSWORD, the terminal or standard input

  --version
  --help
`
