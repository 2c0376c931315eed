#!/bin/sh
# Installs a package on a bare Debian and uses it: first run, upgrade, removal, purge. Boots the system
# in a container, so that the real service manager reads the unit, and says how long the first sign-in
# took after the download. Needs root, systemd-nspawn, and mmdebstrap or a BASE.
#
#   packaging/try.sh target/package/patchbay_0.1.0_amd64.deb
#
# BASE=FILE    a tar of a bare system with systemd and curl, instead of one made by mmdebstrap
# SUITE=NAME   which Debian that is (bookworm)
# DROP_IN=FILE what a package of a debug build needs besides, as a drop-in of its unit
set -eu
deb=$(realpath "$1")
dir=$(mktemp -d /var/tmp/patchbay-try.XXXXXX)
root=$dir/root
container=''
leader=''

end() {
    if [ -n "$leader" ]; then kill -s RTMIN+4 "$leader" 2> /dev/null || true; fi
    if [ -n "$container" ]; then wait "$container" 2> /dev/null || true; fi
    rm -rf "$dir"
}
trap end EXIT
trap 'exit 1' INT TERM

mkdir -p "$root"
if [ -z "${BASE:-}" ]; then
    BASE=$dir/base.tar
    mmdebstrap --quiet --variant=minbase --include=systemd,systemd-sysv,dbus,curl \
        "${SUITE:-bookworm}" "$BASE"
fi
tar -C "$root" -xf "$BASE"
cp "$deb" "$root/var/tmp/patchbay.deb"
if [ -n "${DROP_IN:-}" ]; then
    mkdir -p "$root/etc/systemd/system/patchbay.service.d"
    cp "$DROP_IN" "$root/etc/systemd/system/patchbay.service.d/try.conf"
fi
systemd-nspawn --quiet --register=no --keep-unit --private-network --console=pipe --boot \
    --directory="$root" < /dev/null > "$dir/console" 2>&1 &
container=$!
inside() { nsenter --target "$leader" --mount --uts --ipc --net --pid -- "$@"; }
for _ in $(seq 100); do
    leader=$(pgrep -P "$container" || true)
    if [ -n "$leader" ] && inside systemctl is-system-running > /dev/null 2>&1; then break; fi
    sleep 0.2
done

failed() {
    echo "FAILED: $1" >&2
    inside journalctl --no-pager -u patchbay | tail -n 40 >&2
    exit 1
}
must() { what=$1; shift; "$@" > /dev/null || failed "$what"; echo "ok      $what"; }
apt() { inside env DEBIAN_FRONTEND=noninteractive apt-get -qq -y "$@" > "$dir/apt" 2>&1 || { cat "$dir/apt" >&2; failed "apt-get $1"; }; }
api() { inside curl -sS --fail --max-time 30 -H 'Content-Type: application/json' "$@"; }
at=http://127.0.0.1:8080
password=a-password-for-the-trial
sign_in() { api "$at/api/auth2" -d "{\"client\":\"owner\",\"password\":\"$password\",\"type\":\"admin\"}"; }
active() { inside systemctl --quiet is-active patchbay; }
pid() { inside systemctl show --property MainPID --value patchbay; }
there() { for path; do [ -e "$root$path" ] || return 1; done; }
gone() { for path; do [ ! -e "$root$path" ] && [ ! -L "$root$path" ] || return 1; done; }
private() { [ "$(stat -c '%a %u' "$root$1")" = "$2" ]; }

now() { date +%s%3N; }
begun=$(now)
apt install /var/tmp/patchbay.deb
installed=$(now)
code=$(inside journalctl --no-pager -u patchbay | grep -o 'enter the code [0-9A-Z-]*' | tail -n 1)
code=${code##* }
must 'the log has a code' test -n "$code"
must 'the first run' api "$at/api/setup" \
    -d "{\"code\":\"$code\",\"client\":\"Shop\",\"username\":\"owner\",\"password\":\"$password\"}"
must 'signed in' sign_in
echo "        installed after $((installed - begun)) ms, signed in after $(($(now) - begun)) ms"

must 'the workspace is served' api -H 'Accept: text/html' -H 'Sec-Fetch-Mode: navigate' "$at/login"
must 'the key is for root' private /etc/patchbay/secret.key '600 0'
must 'the settings are for root' private /etc/patchbay/patchbay.toml '600 0'
must 'a command runs beside the service' inside patchbay-admin client list
must 'the unit has no warnings' test -z "$(inside journalctl -q --no-pager -p warning -u patchbay)"
inside systemd-analyze --no-pager security patchbay | tail -n 1

before=$(pid)
key=$(sha256sum < "$root/etc/patchbay/secret.key")
echo '# what the operator wrote' >> "$root/etc/patchbay/patchbay.toml"
apt install --reinstall /var/tmp/patchbay.deb
must 'an upgrade restarts' test "$before" != "$(pid)"
must 'an upgrade keeps the key' test "$key" = "$(sha256sum < "$root/etc/patchbay/secret.key")"
must 'an upgrade keeps the settings' grep -q 'the operator wrote' "$root/etc/patchbay/patchbay.toml"
must 'signed in again' sign_in

apt remove patchbay
must 'removal stops' eval '! active'
must 'removal keeps data, settings and key' \
    there /etc/patchbay/secret.key /etc/patchbay/patchbay.toml /var/lib/private/patchbay/patchbay.db
apt install /var/tmp/patchbay.deb
must 'signed in after removal' sign_in

inside systemctl stop patchbay
mv "$root/etc/patchbay/secret.key" "$dir/key"
apt install --reinstall /var/tmp/patchbay.deb
must 'no key is made for data of another' gone /etc/patchbay/secret.key
must 'without its key the desk does not start' eval '! active'
mv "$dir/key" "$root/etc/patchbay/secret.key"
inside systemctl reset-failed patchbay
inside systemctl start patchbay
must 'signed in with the key back' sign_in

inside systemctl stop patchbay
cp -a "$root/var/lib/private/patchbay" "$dir/backup"
rm -rf "$root/var/lib/private/patchbay"
cp -r "$dir/backup" "$root/var/lib/private/patchbay"
inside chown root: /var/lib/patchbay/
inside systemctl start patchbay
must 'signed in after a restore' sign_in

apt purge patchbay
must 'a purge takes everything' gone /etc/patchbay /var/lib/patchbay /var/lib/private/patchbay \
    /usr/bin/patchbay /usr/share/patchbay /usr/share/doc/patchbay
apt install /var/tmp/patchbay.deb
must 'a new desk after a purge has a key of its own' \
    test "$key" != "$(sha256sum < "$root/etc/patchbay/secret.key")"

apt purge patchbay
dpkg-deb -x "$deb" "$root/var/tmp/by-hand"
echo "$password" | inside /var/tmp/by-hand/usr/bin/patchbay user create --data /var/lib/patchbay \
    --client Shop --username owner --type admin > /dev/null
key=$(od -An -v -tx1 < "$root/var/lib/patchbay/secret.key" | tr -d ' \n')
apt install /var/tmp/patchbay.deb
must 'a desk that was run by hand moves in' sign_in
must 'with its key' grep -q "=$key\$" "$root/etc/patchbay/secret.key"

apt purge patchbay
tar --strip-components=1 --no-same-owner --no-overwrite-dir --keep-directory-symlink -C "$root" \
    -xf "${deb%.deb}.tar.gz"
inside /usr/lib/patchbay/secret-key
inside systemctl daemon-reload
inside systemctl enable --now patchbay 2> /dev/null
must 'the .tar.gz makes a desk as well' active
must 'its settings and its key are for root' \
    eval 'private /etc/patchbay/secret.key "600 0" && private /etc/patchbay/patchbay.toml "600 0"'
echo 'passed'
