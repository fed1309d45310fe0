# Runs a program and makes the next fsync or fdatasync of its PostgreSQL fail with EIO after each
# SIGUSR1. A seccomp listener gets every such call and lets all others pass. It is written in Perl,
# which every Debian has, unlike strace or a compiler; it needs no root.
use strict;
use warnings;
use POSIX qw(:sys_wait_h EIO EINTR);

# numbers of the system calls, from the kernel's headers
my %CALLS = (
    x86_64  => { fsync => 74, fdatasync => 75, prctl => 157, seccomp => 317 },
    aarch64 => { fsync => 82, fdatasync => 83, prctl => 167, seccomp => 277 },
);
my ($PR_SET_NO_NEW_PRIVS, $SET_MODE_FILTER, $NEW_LISTENER) = (38, 1, 8);
my ($RET_ALLOW, $RET_USER_NOTIF) = (0x7fff0000, 0x7fc00000);
my ($NOTIF_RECV, $NOTIF_SEND) = (0xc0502100, 0xc0182101);
my $CONTINUE = 1;

my (undef, undef, undef, undef, $machine) = POSIX::uname();
my $calls = $CALLS{$machine} or die "no hay números de llamadas para $machine\n";

my @filter = (
    [0x20, 0, 0, 0],                       # load the number of the call
    [0x15, 1, 0, $calls->{fsync}],
    [0x15, 0, 1, $calls->{fdatasync}],
    [0x06, 0, 0, $RET_USER_NOTIF],
    [0x06, 0, 0, $RET_ALLOW],
);
my $code = join '', map { pack 'SCCL', @$_ } @filter;
syscall($calls->{prctl}, $PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 or die "prctl: $!\n";
my $descriptor = syscall $calls->{seccomp}, $SET_MODE_FILTER, $NEW_LISTENER, pack('S x6 P', scalar @filter, $code);
$descriptor >= 0 or die "seccomp: $!\n";

my $child = fork // die "fork: $!\n";
if ($child == 0) { exec @ARGV or die "$ARGV[0]: $!\n" }
# only the child uses the channel to the parent process
POSIX::close($ENV{NODE_CHANNEL_FD}) if defined $ENV{NODE_CHANNEL_FD};

my $failures = 0;
$SIG{USR1} = sub { $failures++ };
$SIG{$_} = sub { kill $_[0], $child }
    for qw(TERM INT HUP);

while (waitpid($child, WNOHANG) == 0) {
    my $ready = '';
    vec($ready, $descriptor, 1) = 1;
    answer() if select($ready, undef, undef, 0.2) > 0;
}
exit($? & 127 ? 1 : $? >> 8);

sub answer {
    open my $listener, '+<&=', $descriptor or die "listener: $!\n";
    our $kept = $listener;
    my $question = "\0" x 80;
    # the calling process ended meanwhile, or a signal came
    ioctl $listener, $NOTIF_RECV, $question or return;
    my ($id, $pid) = unpack 'QL', $question;
    my $fails = $failures > 0 && isPostgres($pid);
    $failures-- if $fails;
    my $reply = $fails ? pack('QqlL', $id, 0, -EIO, 0) : pack('QqlL', $id, 0, 0, $CONTINUE);
    ioctl $listener, $NOTIF_SEND, $reply;
}

sub isPostgres {
    open my $name, '<', "/proc/$_[0]/comm" or return 0;
    return <$name> eq "postgres\n";
}
