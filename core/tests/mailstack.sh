#!/usr/bin/env bash
# A private Dovecot and Postfix for tests: no systemd, loopback only, nothing can leave the machine.
#
#   mailstack.sh start DIR BASEPORT     prints nothing and returns when every port answers
#   mailstack.sh stop DIR               returns when the ports are free again
#
# Needs the Debian packages dovecot-imapd, dovecot-lmtpd and postfix, and root.
# DIR must be short: paths of unix sockets end at 107 characters.
#
#   BASEPORT      SMTP without login      BASEPORT+1  SMTP with login (STARTTLS offered)
#   BASEPORT+2    IMAP (STARTTLS offered) BASEPORT+3  IMAP over TLS
#   BASEPORT+4    LMTP, between the two   BASEPORT+5  SMTP over TLS with login
#
# The certificate is for `localhost`; DIR/ca.pem is the authority that signed it. A leaf and an
# authority are two certificates here because rustls refuses one that is both.
# Mailboxes are lines of DIR/users and may be added while the servers run. `name+tag@` reaches
# `name@`. support@, sales@ (desk.test) and ann@, bob@ (customer.test) have the password `secret`;
# full@desk.test has a quota of a few bytes, so that delivery to it bounces.
set -euo pipefail

port_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

stop_stack() {
  local dir=$1 pidfile pid children
  for pidfile in "$dir/queue/pid/master.pid" "$dir/run/master.pid"; do
    if [ -s "$pidfile" ]; then
      pid=$(tr -d ' \n' <"$pidfile")
      # Dovecot leaves a client that is idle connected; a machine that goes down does not.
      children=$(pgrep -P "$pid" || true)
      # shellcheck disable=SC2086
      kill "$pid" $children 2>/dev/null || true
    fi
  done
  [ -s "$dir/base" ] || return 0
  local base i p busy
  base=$(cat "$dir/base")
  for i in $(seq 100); do
    busy=
    for p in 0 1 2 3 4 5; do if port_open $((base + p)); then busy=1; fi; done
    [ -z "$busy" ] && return 0
    sleep 0.05
  done
}

certificates() {
  local dir=$1
  [ -s "$dir/cert.pem" ] && return 0
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 \
    -subj '/CN=mail test authority' -keyout "$dir/ca.key" -out "$dir/ca.pem" 2>/dev/null
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost \
    -keyout "$dir/key.pem" -out "$dir/csr.pem" 2>/dev/null
  openssl x509 -req -in "$dir/csr.pem" -CA "$dir/ca.pem" -CAkey "$dir/ca.key" -set_serial 2 -days 30 \
    -extfile <(printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\n') \
    -out "$dir/cert.pem" 2>/dev/null
}

dovecot_conf() {
  local dir=$1 base=$2
  cat <<CONF
base_dir = $dir/run
state_dir = $dir/state
log_path = $dir/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <$dir/cert.pem
ssl_key = <$dir/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
# Tests give wrong passwords on purpose and should not wait for it.
auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
first_valid_uid = 1
recipient_delimiter = +
mail_location = maildir:~/mail
mail_plugins = quota
plugin {
  quota = maildir:User quota
}
passdb {
  driver = passwd-file
  args = username_format=%u $dir/users
}
userdb {
  driver = passwd-file
  args = username_format=%u $dir/users
  override_fields = uid=$VMAIL gid=$VMAIL home=$dir/boxes/%d/%n
}
namespace inbox {
  inbox = yes
}
service imap-login {
  inet_listener imap {
    port = $((base + 2))
  }
  inet_listener imaps {
    port = $((base + 3))
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = $((base + 4))
  }
}
service auth {
  unix_listener sasl {
    mode = 0666
  }
}
protocol lmtp {
  postmaster_address = postmaster@desk.test
}
CONF
}

postfix_main() {
  local dir=$1 base=$2
  cat <<CONF
compatibility_level = 3.6
queue_directory = $dir/queue
data_directory = $dir/pfdata
maillog_file = $dir/postfix.log
maillog_file_prefixes = $dir
myhostname = mx.desk.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = desk.test customer.test
virtual_transport = lmtp:inet:127.0.0.1:$((base + 4))
default_transport = error:5.7.1 this test server sends nothing outside
relay_transport = error:5.7.1 this test server sends nothing outside
disable_dns_lookups = yes
smtp_dns_support_level = disabled
smtpd_peername_lookup = no
message_size_limit = 52428800
smtpd_tls_cert_file = $dir/cert.pem
smtpd_tls_key_file = $dir/key.pem
smtpd_tls_security_level = may
smtpd_sasl_type = dovecot
smtpd_sasl_path = $dir/run/sasl
smtpd_client_connection_rate_limit = 0
smtpd_client_connection_count_limit = 0
smtpd_recipient_restrictions = permit_mynetworks, reject
CONF
}

postfix_master() {
  local dir=$1 base=$2
  local login='-o smtpd_sasl_auth_enable=yes -o smtpd_relay_restrictions=permit_sasl_authenticated,reject'
  # `refused@` stands for an address the server itself refuses at RCPT.
  local rcpt="-o smtpd_recipient_restrictions=check_recipient_access,regexp:$dir/refuse,permit_sasl_authenticated,reject"
  cat <<CONF
127.0.0.1:$base inet n - n - - smtpd
  -o smtpd_recipient_restrictions=check_recipient_access,regexp:$dir/refuse,permit_mynetworks,reject
127.0.0.1:$((base + 1)) inet n - n - - smtpd
  $login
  $rcpt
127.0.0.1:$((base + 5)) inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
  $login
  $rcpt
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
lmtp      unix - - n - - lmtp
anvil     unix - - n - 1 anvil
postlog   unix-dgram n - n - 1 postlogd
CONF
}

start_stack() {
  local dir=$1 base=$2 q
  VMAIL=${VMAIL:-5000}
  mkdir -p "$dir"/{run,state,boxes,etc,queue,pfdata}
  chmod 755 "$dir"
  chown "$VMAIL:$VMAIL" "$dir/boxes"
  chown postfix "$dir/pfdata"
  echo "$base" >"$dir/base"
  if [ ! -s "$dir/users" ]; then
    printf '%s:{PLAIN}secret::::::\n' support@desk.test sales@desk.test ann@customer.test \
      bob@customer.test >"$dir/users"
    printf '%s\n' 'full@desk.test:{PLAIN}secret::::::userdb_quota_rule=*:bytes=10' >>"$dir/users"
  fi
  certificates "$dir"
  dovecot_conf "$dir" "$base" >"$dir/dovecot.conf"
  postfix_main "$dir" "$base" >"$dir/etc/main.cf"
  postfix_master "$dir" "$base" >"$dir/etc/master.cf"
  printf '%s\n' '/^refused@/ 550 5.1.1 no such mailbox here' \
    '/^later@/ 451 4.3.0 come back later' >"$dir/refuse"

  dovecot -c "$dir/dovecot.conf" </dev/null >"$dir/dovecot.out" 2>&1 || {
    cat "$dir/dovecot.out" >&2
    return 1
  }
  # What `postfix start` would do, without its two seconds of checks.
  for q in active bounce corrupt defer deferred flush hold incoming private saved trace; do
    install -d -o postfix -m 700 "$dir/queue/$q"
  done
  install -d -o root -m 755 "$dir/queue/pid"
  install -d -o postfix -g postdrop -m 730 "$dir/queue/maildrop"
  install -d -o postfix -g postdrop -m 710 "$dir/queue/public"
  MAIL_CONFIG=$dir/etc /usr/lib/postfix/sbin/master -w </dev/null >"$dir/postfix.out" 2>&1 || {
    cat "$dir/postfix.out" "$dir/postfix.log" >&2 || true
    return 1
  }

  local i p up
  for i in $(seq 200); do
    up=1
    for p in 0 1 2 3 4 5; do port_open $((base + p)) || up=; done
    [ -n "$up" ] && return 0
    sleep 0.05
  done
  echo "mailstack: not every port answers" >&2
  stop_stack "$dir"
  return 1
}

case "${1:-}" in
  start) start_stack "$2" "$3" ;;
  stop) stop_stack "$2" ;;
  *) sed -n '2,20s/^# \{0,1\}//p' "$0" && exit 2 ;;
esac
