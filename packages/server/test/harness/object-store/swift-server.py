"""An S3 server for tests: OpenStack Swift with its s3api, as Debian's python3-swift brings it, below one folder.

Binds the ports itself, writes the configuration for them, forks the four servers that Swift consists of and makes the
bucket. Prints the address as one line when it answers, and ends with its standard input.
"""
import array, ctypes, hashlib, hmac, http.client, json, logging, os, pwd, secrets, signal, socket, sys, time

DIR, BUCKET, REGION, MIN_PART_BYTES = sys.argv[1:5]
ACCESS_KEY, SECRET = 'test:tester', secrets.token_hex(20)
NAMES = ('account', 'container', 'object')
PART_POWER = 4


def path(*names):
    return os.path.join(DIR, *names)


def put(name, text):
    with open(path('conf', name), 'w') as f:
        f.write(text)


def listen():
    s = socket.socket()
    s.bind(('127.0.0.1', 0))
    s.listen(1024)
    return s


os.makedirs(path('data', 'd1'), exist_ok=True)
os.makedirs(path('conf'), exist_ok=True)
sockets = {name: listen() for name in NAMES + ('proxy',)}
ports = {name: s.getsockname()[1] for name, s in sockets.items()}

put('swift.conf', '''
[swift-hash]
swift_hash_path_prefix = a
swift_hash_path_suffix = b
[storage-policy:0]
name = one
default = yes
''')

# Long timeouts: on a busy machine a slow answer is never a dead node.
COMMON = '''
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = %d
workers = 0
user = %s
swift_dir = %s
devices = %s
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
conn_timeout = 20
node_timeout = 120
client_timeout = 120
'''
common = lambda name: COMMON % (ports[name], pwd.getpwuid(os.geteuid()).pw_name, path('conf'), path('data'))

for name in NAMES:
    put(name + '-server.conf', common(name) + '''
[pipeline:main]
pipeline = {0}-server
[app:{0}-server]
use = egg:swift#{0}
log_requests = false
container_update_timeout = 120
'''.format(name))

put('proxy-server.conf', common('proxy') + '''
[pipeline:main]
pipeline = catch_errors gatekeeper no-cache listing_formats bulk s3api tempauth copy slo dlo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:no-cache]
use = call:__main__:no_cache
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = %s
max_upload_part_num = 10000
min_segment_size = %s
check_bucket_owner = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = %s .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
max_manifest_segments = 10000
max_manifest_size = 16777216
[filter:dlo]
use = egg:swift#dlo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = false
error_suppression_limit = 1000000
''' % (REGION, MIN_PART_BYTES, SECRET))

from swift.common import constraints, storage_policy, utils, wsgi

utils.set_swift_dir(path('conf'))
constraints.reload_constraints()
storage_policy.reload_storage_policies()


class NoCache:
    """In memcached's place: remembers nothing, so nothing it says is stale."""

    def get(self, *args, **kwargs):
        return None
    set = delete = incr = decr = get

    def get_multi(self, keys, *args, **kwargs):
        return [None] * len(keys)
    set_multi = get


def no_cache(global_conf, **conf):
    def wrap(app):
        def call(env, start_response):
            env['swift.cache'] = NoCache()
            return app(env, start_response)
        return call
    return wrap


class NoSyslog(logging.NullHandler):
    def __init__(self, *args, **kwargs):
        logging.NullHandler.__init__(self)


utils.ThreadSafeSysLogHandler = NoSyslog

from swift.common.ring import RingData

for name in NAMES:
    node = dict(id=0, region=1, zone=1, ip='127.0.0.1', port=ports[name], replication_ip='127.0.0.1',
                replication_port=ports[name], device='d1', weight=100.0, meta='')
    RingData([array.array('H', [0] * 2 ** PART_POWER)], [node], 32 - PART_POWER).save(path('conf', name + '.ring.gz'))

import eventlet.greenio
import swift.account.server, swift.container.server, swift.obj.server, swift.proxy.server
import swift.common.middleware.s3api.s3api, swift.common.middleware.slo, swift.common.middleware.tempauth


def serve(name):
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)      # die with the parent
    log = os.open(path(name + '.log'), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log, 1)
    os.dup2(log, 2)
    for other, s in sockets.items():
        if other != name:
            s.close()
    wsgi.get_socket = lambda conf: eventlet.greenio.GreenSocket(sockets[name])
    wsgi.run_wsgi(path('conf', name + '-server.conf'), name + '-server', verbose=True)


children = []
for name in NAMES + ('proxy',):
    pid = os.fork()
    if pid == 0:
        try:
            serve(name)
        finally:
            os._exit(1)
    children.append(pid)
for s in sockets.values():
    s.close()


def make_bucket():
    """One signed request without a body; its status."""
    host = '127.0.0.1:%d' % ports['proxy']
    now = time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())
    empty = hashlib.sha256(b'').hexdigest()
    headers = {'host': host, 'x-amz-content-sha256': empty, 'x-amz-date': now}
    names = ';'.join(sorted(headers))
    lines = ['PUT', '/' + BUCKET, ''] + ['%s:%s' % (k, headers[k]) for k in sorted(headers)] + ['', names, empty]
    scope = '%s/%s/s3/aws4_request' % (now[:8], REGION)
    text = '\n'.join(['AWS4-HMAC-SHA256', now, scope, hashlib.sha256('\n'.join(lines).encode()).hexdigest()])
    key = b'AWS4' + SECRET.encode()
    for part in scope.split('/') + [text]:
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    headers['authorization'] = 'AWS4-HMAC-SHA256 Credential=%s/%s,SignedHeaders=%s,Signature=%s' % (
        ACCESS_KEY, scope, names, key.hex())
    connection = http.client.HTTPConnection(host, timeout=60)
    connection.request('PUT', '/' + BUCKET, headers=headers)
    return connection.getresponse().status


try:
    # The sockets listen already, so the first request waits for the servers.
    for attempt in range(60):
        try:
            status = make_bucket()
        except OSError:
            status = 0
        if status == 200:
            break
        time.sleep(0.25)
    else:
        sys.exit('the bucket could not be made: %s' % status)
    print(json.dumps(dict(endpoint='http://127.0.0.1:%d' % ports['proxy'], bucket=BUCKET, region=REGION,
                          credentials=dict(accessKeyId=ACCESS_KEY, secretAccessKey=SECRET))), flush=True)
    sys.stdin.read()
finally:
    for pid in children:
        os.kill(pid, signal.SIGKILL)
