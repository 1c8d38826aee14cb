# parsecards.tcl: the best poker hand among some cards, in an eggdrop's channels, by `ircpoker parse` (docs/eggdrop.md).
#   <ann> !parsecards Ah Td 4c 3s Js 7h
#   <egg> Ah Js Td 7h 4c | Ace High, Jack Kicker | 10 1 4 5 8 11
# What people type goes to a fixed command by its standard input. It never stands in a command line or in a script, so
# that no word of it can name a file, a program or a piece of Tcl. One line is answered after the other.
namespace eval parsecards {
    variable command {ircpoker parse}  ;# the program and its argument: a list
    variable most_waiting 5            ;# further lines are left out
    variable most_lines 4              ;# of an answer
    variable seconds 10                ;# before a program that hangs is stopped
    variable waiting {}
    variable pipe ""
    variable shown 0
}
bind pub - !parsecards parsecards::asked
bind pub - !pokerdemo parsecards::asked

proc parsecards::asked {nick host handle channel text} {
    variable waiting
    if {[string trim $text] eq ""} { putserv "PRIVMSG $channel :7 random cards: [set text [deal 7]]" }
    if {[llength $waiting] < $parsecards::most_waiting} { lappend waiting [list $channel $text] }
    next
}
proc parsecards::deal {number} {
    while {[array size cards] < $number} {
        set cards([string index 23456789TJQKA [expr {int(rand() * 13)}]][string index hcds [expr {int(rand() * 4)}]]) ""
    }
    return [join [array names cards]]
}
proc parsecards::next {} {
    variable pipe
    variable waiting
    variable shown 0
    if {$pipe ne "" || ![llength $waiting]} return
    set waiting [lassign $waiting asked]
    lassign $asked channel text
    if {[catch {open [concat | $parsecards::command 2>/dev/null] r+} pipe]} {
        putlog "parsecards: $pipe"
        set pipe ""
        return
    }
    fconfigure $pipe -blocking 0 -encoding utf-8 -translation lf
    set timer [after [expr {$parsecards::seconds * 1000}] [list parsecards::stop $pipe]]
    fileevent $pipe readable [list parsecards::answered $pipe $channel $timer]
    if {[catch {puts $pipe [string map {\n " " \r " "} $text]; close $pipe write} problem]} { putlog "parsecards: $problem" }
}
proc parsecards::answered {from channel timer} {
    while {[gets $from line] >= 0 && [incr parsecards::shown] <= $parsecards::most_lines} {
        putserv "PRIVMSG $channel :[string map {error| "" | " | "} [string trimright $line |]]"
    }
    if {[eof $from]} { after cancel $timer; done $from }
}
proc parsecards::stop {from} { catch {exec kill {*}[pid $from]}; done $from }
proc parsecards::done {from} {
    catch {close $from}
    set parsecards::pipe ""
    next
}
